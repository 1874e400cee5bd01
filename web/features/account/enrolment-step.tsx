/** Setting up a second factor where the service requires one, before the session opens. */
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ResultOf } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { AppSetup } from "./app-setup.tsx";
import { OrDivider } from "./or-divider.tsx";
import { PasskeyForm } from "./passkey-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

interface EnrolmentStepProps {
  readonly token: string;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}

export function EnrolmentStep({ token, onBack, onOpened }: EnrolmentStepProps) {
  const { api, session, ports } = useClient();
  const errorMessage = useErrorMessage();
  const [codes, setCodes] = useState<readonly string[]>();
  const setup = useQuery({
    queryKey: ["enrolment", token],
    queryFn: () => api.call("beginEnrolment", { enrolment: token }),
    // A second setup would make the app's codes wrong.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const form = useForm(async ({ code = "" }) => {
    setCodes(await session.confirmEnrolment({ enrolment: token, setup: setup.data!.setup, code }));
  });
  if (codes !== undefined)
    return (
      <AccountPage
        title={<Trans>Your recovery codes</Trans>}
        subtitle={<Trans>The second factor is set up, and you are signed in.</Trans>}
      >
        <RecoveryCodes codes={codes} onDone={() => void session.loadSession().then(onOpened)} />
      </AccountPage>
    );
  const error = setup.error ? { reason: undefined, message: errorMessage(setup.error) } : undefined;
  const { passkey: offered } = setup.data ?? {};
  const passkey = offered && ports.passkeys.isUsableFor(offered.options.rp.id) ? offered : undefined;
  return (
    <AccountPage
      title={<Trans>Set up a second factor</Trans>}
      subtitle={
        passkey ? (
          <Trans>This service asks for one besides the password: a passkey, or an authenticator app.</Trans>
        ) : (
          <Trans>This service asks for one besides the password. You need an authenticator app.</Trans>
        )
      }
    >
      {passkey && (
        <>
          <PasskeySetup token={token} passkey={passkey} onCodes={setCodes} />
          <OrDivider />
        </>
      )}
      {setup.data ? (
        <AccountForm form={form} error={form.error} submitLabel={<Trans>Turn on and sign in</Trans>}>
          <AppSetup setup={setup.data} autoFocus={passkey === undefined} />
        </AccountForm>
      ) : error ? (
        <FormError error={error} />
      ) : (
        <Skeleton className="h-96" />
      )}
      <Button variant="plain" onClick={onBack}>
        <Trans>Begin anew</Trans>
      </Button>
    </AccountPage>
  );
}

interface PasskeySetupProps {
  readonly token: string;
  readonly passkey: NonNullable<ResultOf<"beginEnrolment">["passkey"]>;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The passkey gets the name of the session, which the person can change in the settings. */
function PasskeySetup({ token, passkey: { options, setup }, onCodes }: PasskeySetupProps) {
  const { session, ports } = useClient();
  const form = useForm(async () => {
    const made = await ports.passkeys.create(options);
    onCodes(await session.confirmEnrolment({ enrolment: token, setup, passkey: made }));
  });
  return (
    <PasskeyForm form={form} autoFocus>
      <Trans>Add a passkey and sign in</Trans>
    </PasskeyForm>
  );
}
