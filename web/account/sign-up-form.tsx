/** Who somebody is going to be here: the form of a new account, for the invited and for everybody else. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { useClient } from "../client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm } from "./account-page.tsx";
import { usernameFor } from "./credentials.ts";
import { deviceName } from "./device.ts";
import { FirstNameField, LastNameField, UserNameField } from "./name-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

interface SignUpFormProps {
  /** The code of an invitation; without one, sign-up has to be open. */
  readonly invitation?: string;
  /** Somebody has typed something. */
  readonly onBegin: () => void;
}

export function SignUpForm({ onBegin, ...invited }: SignUpFormProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const [username, setUsername] = useState<string>();
  const [first_name, setFirstName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  /** The one that was sent last: what is wrong with it is not wrong with the next. */
  const [tried, setTried] = useState("");
  const form = useForm(async ({ password = "", ...names }) => {
    setTried(names.username ?? "");
    await session.signUp({ ...invited, first_name: "", username: "", ...names, password, device: deviceName() });
  });
  const taken = form.fault?.reason === "USERNAME_TAKEN";
  const offered = username ?? usernameFor(first_name);
  useEffect(() => {
    if (taken) field.current?.select();
  }, [taken]);
  return (
    <AccountForm
      form={form}
      fault={taken ? undefined : form.fault}
      submit={<Trans>Create account</Trans>}
      onInput={onBegin}
    >
      <div className="grid grid-cols-2 gap-3">
        <FirstNameField
          autoFocus
          dir="auto"
          value={first_name}
          onChange={(event) => setFirstName(event.target.value)}
        />
        <LastNameField dir="auto" />
      </div>
      <UserNameField
        dir="ltr"
        ref={field}
        error={taken && offered === tried ? t`Somebody else has this user name.` : undefined}
        value={offered}
        onChange={(event) => setUsername(event.target.value)}
      />
      <NewPasswordField label={t`Password`} name="password" />
    </AccountForm>
  );
}
