/** The form for changing the password. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NewPasswordField } from "../account/new-password-field.tsx";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { OwnPasswordField } from "./own-password-field.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { SESSIONS } from "./sessions.tsx";

export function Password() {
  const { t } = useLingui();
  const { api, session } = useClient();
  const queries = useQueryClient();
  const showToast = useToast();
  const username = useClientState((state) => state.me?.user.username ?? "");
  // A new key resets the form after the password was changed.
  const [formKey, setFormKey] = useState(0);
  const form = useForm(async ({ old_password = "", new_password = "" }) => {
    await api.call("changePassword", { old_password, new_password });
    await Promise.all([refetchAfterChange(queries, SESSIONS), session.loadSession()]);
    setFormKey(formKey + 1);
    showToast(t`The password is changed. Everywhere else you are signed out.`);
  });
  return (
    <form key={formKey} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      {/* Tells password managers the user name. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <OwnPasswordField label={t`Old password`} name="old_password" />
      <NewPasswordField label={t`New password`} name="new_password" />
      <FormError error={form.error} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Change the password</Trans>
      </Button>
    </form>
  );
}
