/** A new password; every other session ends with the old one. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { SESSIONS } from "./keys.ts";

const LEAST_PASSWORD = 8;

export function PasswordForm() {
  const { t } = useLingui();
  const { api } = useClient();
  const notify = useNotice();
  const queries = useQueryClient();
  /** A form that has been sent is begun anew, empty. */
  const [sent, setSent] = useState(0);
  const form = useForm(async ({ old_password = "", new_password = "" }) => {
    await api.call("changePassword", { old_password, new_password });
    await queries.invalidateQueries({ queryKey: SESSIONS });
    setSent((before) => before + 1);
    notify(t`The password is changed. You are signed in here alone.`);
  });
  return (
    <form key={sent} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <Field label={t`Old password`} name="old_password" type="password" autoComplete="current-password" required />
      <Field
        label={t`New password`}
        name="new_password"
        type="password"
        autoComplete="new-password"
        minLength={LEAST_PASSWORD}
        hint={t`At least 8 characters.`}
        required
      />
      <FormFault fault={form.fault} />
      <Button type="submit" className="self-end" disabled={form.busy}>
        <Trans>Change the password</Trans>
      </Button>
    </form>
  );
}
