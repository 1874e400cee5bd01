/** The second step of signing in: a passkey, the code of the authenticator app, or a recovery code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound } from "lucide-react";
import type { SecondFactorAsked } from "../../core/model/sign-in-step.ts";
import { useClient } from "../../core/client/context.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";

interface SecondFactorStepProps {
  readonly asked: SecondFactorAsked;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}

export function SecondFactorStep({ asked, onBack, onOpened }: SecondFactorStepProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const { challenge } = asked;
  const form = useForm(async ({ code = "" }) => {
    await session.signInSecondFactor({ challenge, code });
    onOpened();
  });
  return (
    <AccountPage title={<Trans>Second step</Trans>} subtitle={<Subtitle asked={asked} />}>
      <PasskeyForm asked={asked} onOpened={onOpened} />
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Sign in</Trans>}>
        <TextField
          label={asked.app ? t`Code` : t`Recovery code`}
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus={asked.passkey === undefined}
        />
      </AccountForm>
      <Button variant="plain" onClick={onBack}>
        <Trans>Begin anew</Trans>
      </Button>
    </AccountPage>
  );
}

function Subtitle({ asked: { app, passkey } }: Pick<SecondFactorStepProps, "asked">) {
  if (passkey && app)
    return <Trans>Use your passkey, or enter the code of your authenticator app or one of your recovery codes.</Trans>;
  if (app) return <Trans>Enter the code that your authenticator app shows, or one of your recovery codes.</Trans>;
  if (passkey) return <Trans>Use your passkey, or enter one of your recovery codes.</Trans>;
  return <Trans>Enter one of your recovery codes: your passkey does not work at this address.</Trans>;
}

/** The form of a button, so that its error stands at it. */
function PasskeyForm({ asked: { challenge, passkey: options }, onOpened }: Omit<SecondFactorStepProps, "onBack">) {
  const { session, ports } = useClient();
  const form = useForm(async () => {
    if (!options) return;
    await session.signInSecondFactor({ challenge, passkey: await ports.passkeys.get(options) });
    onOpened();
  });
  if (!options || !ports.passkeys.isUsable(location.origin)) return null;
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-2">
      <Button type="submit" size="large" disabled={form.busy} autoFocus>
        <KeyRound aria-hidden className="size-4.5 shrink-0" />
        <Trans>Use a passkey</Trans>
      </Button>
      <FormError error={form.error} />
    </form>
  );
}
