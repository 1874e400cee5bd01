/** The form for a new account, with or without an invitation. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import type { SignInStep } from "../../core/model/sign-in-step.ts";
import { useClient } from "../../core/client/context.tsx";
import { useForm } from "../forms/use-form.ts";
import { AccountForm } from "./account-page.tsx";
import { suggestUsername } from "./credentials.ts";
import { FirstNameField, LastNameField, UserNameField } from "./name-fields.tsx";
import { NewPasswordField } from "./new-password-field.tsx";

interface SignUpFormProps {
  /** The code of an invitation. Without one, open sign-up must be enabled. */
  readonly invitation?: string;
  /** Called when the user starts to fill in the form. */
  readonly onBegin: () => void;
  /** Called when the account is made, with what comes before its session, if anything does. */
  readonly onStep: (step: SignInStep | undefined) => void;
}

export function SignUpForm({ onBegin, onStep, ...invited }: SignUpFormProps) {
  const { t } = useLingui();
  const { session } = useClient();
  const [username, setUsername] = useState<string>();
  const [first_name, setFirstName] = useState("");
  const field = useRef<HTMLInputElement>(null);
  /** The user name of the last attempt. The error about it does not apply to another one. */
  const [submitted, setSubmitted] = useState("");
  const form = useForm(async ({ password = "", ...names }) => {
    setSubmitted(names.username ?? "");
    onStep(await session.signUp({ ...invited, first_name: "", username: "", ...names, password }));
  });
  const taken = form.error?.reason === "USERNAME_TAKEN";
  const suggested = username ?? suggestUsername(first_name);
  useEffect(() => {
    if (taken) field.current?.select();
  }, [taken]);
  return (
    <AccountForm
      form={form}
      error={taken ? undefined : form.error}
      submitLabel={<Trans>Create account</Trans>}
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
        error={taken && suggested === submitted ? t`Somebody else has this user name.` : undefined}
        value={suggested}
        onChange={(event) => setUsername(event.target.value)}
      />
      <NewPasswordField label={t`Password`} name="password" />
    </AccountForm>
  );
}
