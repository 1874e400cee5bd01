/** The page for people who have forgotten their password: asks for a mail with a link. */
import { MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { TextField } from "../../ui/forms/text-field.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { BackToSignInLink } from "./form-footer.tsx";

export function ForgottenPasswordScreen() {
  const { t } = useLingui();
  const { api } = useClient();
  const [isSent, setSent] = useState(false);
  const form = useForm(async ({ name = "" }) => {
    await api.call("requestPasswordReset", { name });
    setSent(true);
  });
  if (isSent)
    return (
      <AccountPage
        title={<Trans>Look into your mailbox</Trans>}
        subtitle={
          <span role="status">
            <Trans>
              If there is an account of this name with a confirmed mail address, a mail is on its way. Its link works
              once, within an hour.
            </Trans>
          </span>
        }
      >
        <p className="text-center text-sm text-soft">
          <Trans>Nothing arrives? An owner of this service can make a link for you too.</Trans>
        </p>
        <BackToSignInLink />
      </AccountPage>
    );
  return (
    <AccountPage
      title={<Trans>Forgot the password?</Trans>}
      subtitle={<Trans>You get a mail with a link, with which you set a new one.</Trans>}
    >
      <AccountForm form={form} error={form.error} submitLabel={<Trans>Send the link</Trans>}>
        <TextField
          label={t`User name or mail address`}
          name="name"
          dir="ltr"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_MAIL_ADDRESS}
          required
          autoFocus
        />
      </AccountForm>
      <BackToSignInLink />
    </AccountPage>
  );
}
