/** A new password, for whoever knows the old one. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NewPasswordField } from "../account/new-password-field.tsx";
import { useClient, useClientState } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { SESSIONS } from "./sessions.tsx";

export function Password() {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const notice = useNotice();
  const username = useClientState((state) => state.me?.user.username ?? "");
  // Another form, with empty fields, when the password has been changed.
  const [turn, setTurn] = useState(0);
  const form = useForm(async ({ old_password = "", new_password = "" }) => {
    await api.call("changePassword", { old_password, new_password });
    await readAgain(queries, SESSIONS);
    setTurn(turn + 1);
    notice(t`The password is changed. Everywhere else you are signed out.`);
  });
  return (
    <form key={turn} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      {/* Tells password managers whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        label={t`Old password`}
        name="old_password"
        autoComplete="current-password"
        hint={t`Leave it empty if you have none yet.`}
      />
      <NewPasswordField label={t`New password`} name="new_password" />
      <FormFault fault={form.fault} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Change the password</Trans>
      </Button>
    </form>
  );
}
