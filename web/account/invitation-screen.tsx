/** Signing up with an invitation: the first of all is the owner's, whose link the service prints when it starts. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { AccountPage } from "./account-page.tsx";
import { deviceName } from "./device.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { LEAST_PASSWORD, usernameFor } from "./credentials.ts";

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
      <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
        <Names first_name={first_name} onFirstName={setFirstName} />
        <Field
          label={t`User name`}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          required
          hint={t`3 to 32 letters, digits and underscores. Others find you by it.`}
          error={taken ? t`Somebody else has this user name.` : undefined}
          value={username ?? usernameFor(first_name)}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Field
          label={t`Password`}
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={LEAST_PASSWORD}
          hint={t`At least 8 characters.`}
          required
        />
        <FormFault fault={taken ? undefined : form.fault} />
        <Button type="submit" size="large" disabled={form.busy}>
          {form.busy && <Spinner />}
          <Trans>Create account</Trans>
        </Button>
      </form>
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

interface NamesProps {
  readonly first_name: string;
  readonly onFirstName: (first_name: string) => void;
}

function Names({ first_name, onFirstName }: NamesProps) {
  const { t } = useLingui();
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        label={t`First name`}
        name="first_name"
        autoComplete="given-name"
        required
        autoFocus
        maxLength={64}
        value={first_name}
        onChange={(event) => onFirstName(event.target.value)}
      />
      <Field label={t`Last name`} name="last_name" autoComplete="family-name" maxLength={64} />
    </div>
  );
}
