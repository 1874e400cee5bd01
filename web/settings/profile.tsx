/** The person's own names, and a few words about them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FirstNameField, LastNameField, UserNameField } from "../account/name-fields.tsx";
import { useClient } from "../client/context.tsx";
import { readAgain } from "../client/read-again.ts";
import { FormFault } from "../forms/form-fault.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useNotice } from "../ui/toasts.tsx";
import { OWN_PROFILE } from "./profile-key.ts";

const MOST_ABOUT = 140;

export function Profile() {
  const { t } = useLingui();
  const { api, session } = useClient();
  const queries = useQueryClient();
  const notice = useNotice();
  const profile = useQuery({ queryKey: OWN_PROFILE, queryFn: () => api.call("getProfile", {}) });
  const form = useForm(async (fields) => {
    await api.call("editProfile", fields);
    await Promise.all([session.findMe(), readAgain(queries, OWN_PROFILE)]);
    notice(t`Saved`);
  });
  if (!profile.data) return <Skeleton className="h-64" />;
  const { user, about } = profile.data;
  const taken = form.fault?.reason === "USERNAME_TAKEN";
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FirstNameField dir="auto" defaultValue={user.first_name} />
        <LastNameField dir="auto" defaultValue={user.last_name ?? ""} />
      </div>
      <UserNameField dir="ltr" error={taken ? form.fault?.sentence : undefined} defaultValue={user.username ?? ""} />
      <TextArea
        label={t`About you`}
        name="about"
        rows={2}
        maxLength={MOST_ABOUT}
        dir="auto"
        hint={t`A few words that everybody can read.`}
        defaultValue={about}
      />
      <FormFault fault={taken ? undefined : form.fault} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
