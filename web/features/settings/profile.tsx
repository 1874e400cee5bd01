/** The form for the user's own names and description. */
import { MAX_ABOUT } from "@heliogram/shared/limits.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FirstNameField, LastNameField, UserNameField } from "../account/name-fields.tsx";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { FormError } from "../forms/form-error.tsx";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { TextArea } from "../../ui/forms/text-field.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
import { OWN_PROFILE } from "./profile-key.ts";

export function Profile() {
  const { t } = useLingui();
  const { api, session } = useClient();
  const queries = useQueryClient();
  const showToast = useToast();
  const profile = useQuery({ queryKey: OWN_PROFILE, queryFn: () => api.call("getProfile", {}) });
  const form = useForm(async (fields) => {
    await api.call("editProfile", fields);
    await Promise.all([session.loadSession(), refetchAfterChange(queries, OWN_PROFILE)]);
    showToast(t`Saved`);
  });
  if (!profile.data) return <Skeleton className="h-64" />;
  const { user, about } = profile.data;
  const taken = form.error?.reason === "USERNAME_TAKEN";
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <FirstNameField dir="auto" defaultValue={user.first_name} />
        <LastNameField dir="auto" defaultValue={user.last_name ?? ""} />
      </div>
      <UserNameField dir="ltr" error={taken ? form.error?.message : undefined} defaultValue={user.username ?? ""} />
      <TextArea
        label={t`About you`}
        name="about"
        rows={2}
        maxLength={MAX_ABOUT}
        dir="auto"
        hint={t`A few words that everybody can read.`}
        defaultValue={about}
      />
      <FormError error={taken ? undefined : form.error} />
      <Button type="submit" disabled={form.busy} className="self-end">
        <Trans>Save</Trans>
      </Button>
    </form>
  );
}
