/** The person's own name, user name, and a few words about them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../client/context.tsx";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useNotice } from "../ui/toasts.tsx";

export function ProfileForm() {
  const { t } = useLingui();
  const { api, session } = useClient();
  const notify = useNotice();
  const profile = useQuery({ queryKey: ["me"], queryFn: () => api.call("getProfile", {}) });
  const form = useForm(async (fields) => {
    await api.call("editProfile", fields);
    await Promise.all([session.findMe(), profile.refetch()]);
    notify(t`Saved`);
  });
  if (!profile.data) return <Skeleton className="h-40" />;
  const { user, about } = profile.data;
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`First name`} name="first_name" required maxLength={64} defaultValue={user.first_name} />
        <Field label={t`Last name`} name="last_name" maxLength={64} defaultValue={user.last_name} />
      </div>
      <Field label={t`User name`} name="username" required autoCapitalize="none" defaultValue={user.username} />
      <Field label={t`About you`} name="about" maxLength={140} defaultValue={about} />
      <FormFault fault={form.fault} />
      <Button type="submit" className="self-end" disabled={form.busy}>
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
