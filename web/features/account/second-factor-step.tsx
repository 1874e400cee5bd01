/** The second step of signing in: the code of the authenticator app, or a recovery code. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm, AccountPage } from "./account-page.tsx";

interface SecondFactorStepProps {
  readonly challenge: string;
  readonly onBack: () => void;
  readonly onOpened: () => void;
}

export function SecondFactorStep({ challenge, onBack, onOpened }: SecondFactorStepProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const form = useForm(async ({ code = "" }) => {
    await session.signInSecondFactor({ challenge, code });
    onOpened();
  });
  return (
    <AccountPage
      title={<Trans>Second step</Trans>}
      subtitle={<Trans>Enter the code that your authenticator app shows, or one of your recovery codes.</Trans>}
    >
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Sign in</Trans>}>
        <TextField
          label={t`Code`}
          name="code"
          dir="ltr"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
        />
      </AccountForm>
      <Button variant="plain" onClick={onBack}>
        <Trans>Begin anew</Trans>
      </Button>
    </AccountPage>
  );
}
