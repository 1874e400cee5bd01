/** The second step of signing in: a passkey, the code of the authenticator app, or a recovery code. */
import { Trans } from "@lingui/react/macro";
import type { PasskeyRequest } from "@heliogram/shared/wire.ts";
import type { SecondFactorAsked } from "../../core/model/sign-in-step.ts";
import { useClient } from "../../core/client/context.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { FactorCodeField } from "./factor-code-field.tsx";
import { OrDivider } from "./or-divider.tsx";
import { PasskeyForm } from "./passkey-form.tsx";

interface SecondFactorStepProps {
  readonly asked: SecondFactorAsked;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}

export function SecondFactorStep({ asked, onBack, onOpened }: SecondFactorStepProps) {
  const { session, ports } = useClient();
  const { challenge, app } = asked;
  const passkey = asked.passkey && ports.passkeys.isUsableFor(asked.passkey.rpId) ? asked.passkey : undefined;
  const form = useForm(async ({ code = "" }) => {
    await session.signInSecondFactor({ challenge, code });
    onOpened();
  });
  return (
    <AccountPage title={<Trans>Second step</Trans>} subtitle={<Subtitle app={app} passkey={passkey} />}>
      {passkey && (
        <>
          <PasskeyStep challenge={challenge} options={passkey} onOpened={onOpened} />
          <OrDivider />
        </>
      )}
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Sign in</Trans>}>
        <FactorCodeField hasApp={app === true} autoFocus={passkey === undefined} />
      </AccountForm>
      <Button variant="plain" onClick={onBack}>
        <Trans>Begin anew</Trans>
      </Button>
    </AccountPage>
  );
}

interface SubtitleProps {
  readonly app: true | undefined;
  /** If it works here. */
  readonly passkey: PasskeyRequest | undefined;
}

function Subtitle({ app, passkey }: SubtitleProps) {
  if (passkey && app)
    return <Trans>Use your passkey, or enter the code of your authenticator app or one of your recovery codes.</Trans>;
  if (app) return <Trans>Enter the code that your authenticator app shows, or one of your recovery codes.</Trans>;
  if (passkey) return <Trans>Use your passkey, or enter one of your recovery codes.</Trans>;
  return <Trans>Enter one of your recovery codes: your passkey does not work at this address.</Trans>;
}

interface PasskeyStepProps extends Pick<SecondFactorStepProps, "onOpened"> {
  readonly challenge: string;
  readonly options: PasskeyRequest;
}

function PasskeyStep({ challenge, options, onOpened }: PasskeyStepProps) {
  const { session, ports } = useClient();
  const form = useForm(async () => {
    await session.signInSecondFactor({ challenge, passkey: await ports.passkeys.get(options) });
    onOpened();
  });
  return (
    <PasskeyForm form={form} autoFocus>
      <Trans>Use a passkey</Trans>
    </PasskeyForm>
  );
}
