/** Signing up with an invitation: the first of all is the owner's, whose link the service prints when it starts. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { AccountForm, AccountPage } from "./account-page.tsx";
import { deviceName } from "./device.ts";
import { useForm } from "../forms/use-form.ts";
import { usernameFor } from "./credentials.ts";
import { FirstNameField, LastNameField, UserNameField } from "./name-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

export function InvitationScreen({ code }: { readonly code: string }) {
  const { t } = useLingui();
  const { session } = useClient();
  const [username, setUsername] = useState<string>();
  const [first_name, setFirstName] = useState("");
  const form = useForm(({ password = "", ...names }) =>
    session.signUp({ invitation: code, first_name: "", username: "", ...names, password, device: deviceName() }),
  );
  const taken = form.fault?.reason === "USERNAME_TAKEN";
  return (
    <AccountPage
      title={<Trans>Create your account</Trans>}
      subtitle={<Trans>You have been invited to this Heliogram.</Trans>}
    >
      <AccountForm form={form} fault={taken ? undefined : form.fault} submit={<Trans>Create account</Trans>}>
        <div className="grid grid-cols-2 gap-3">
          <FirstNameField autoFocus value={first_name} onChange={(event) => setFirstName(event.target.value)} />
          <LastNameField />
        </div>
        <UserNameField
          error={taken ? t`Somebody else has this user name.` : undefined}
          value={username ?? usernameFor(first_name)}
          onChange={(event) => setUsername(event.target.value)}
        />
        <NewPasswordField label={t`Password`} name="password" />
      </AccountForm>
      <p className="text-center text-sm text-soft">
        <Trans>
          Have an account already?{" "}
          <Link to="/sign-in" className="text-accent underline">
            Sign in
          </Link>
        </Trans>
      </p>
    </AccountPage>
  );
}
