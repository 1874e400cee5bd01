/** The chats and people under legal hold, and the form that adds one. */
import { Trans, useLingui } from "@lingui/react/macro";
import { MAX_HOLD_REASON } from "@heliogram/shared/limits.ts";
import type { HoldEntry } from "@heliogram/shared/wire.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Api } from "../../core/api/api.ts";
import { useClient } from "../../core/client/context.tsx";
import { refetchAfterChange } from "../../core/client/refetch.ts";
import { closed, nameOf } from "../../core/model/people/names.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { FormError } from "../forms/form-error.tsx";
import { useAction } from "../forms/use-action.ts";
import { useForm } from "../forms/use-form.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { TextField } from "../../ui/forms/text-field.tsx";

const KEY = ["owner", "holds"];

export function Holds() {
  const { t } = useLingui();
  const { api } = useClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: () => api.call("listHolds", {}) });
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>No period deletes messages of these people, of their private chats, or of these chats.</Trans>
      </p>
      {data ? (
        data.holds.length > 0 && (
          <ul aria-label={t`Legal holds`} className="flex flex-col divide-y divide-line">
            {data.holds.map((hold) => (
              <Hold key={hold.chat?.id ?? hold.user?.id} hold={hold} />
            ))}
          </ul>
        )
      ) : (
        <Skeleton className="h-12" />
      )}
      <HoldForm />
    </div>
  );
}

function Hold({ hold: { chat, user, reason, at } }: { readonly hold: HoldEntry }) {
  const { t } = useLingui();
  const { api } = useClient();
  const format = useFormat();
  const subject = chat ? { chat_id: chat.id } : { user_id: user?.id ?? 0 };
  const { busy, start } = useAction(() => api.call("liftHold", subject), KEY);
  const name = user ? nameOf(user) : closed(chat?.title || t`A deleted chat`);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-40">
        <span className="font-medium break-words">{name}</span>
        <span className="block text-sm break-words text-soft">
          <Trans>
            Since <Time value={format.moment(at)} />
          </Trans>
          {reason !== "" && ` · ${closed(reason)}`}
        </span>
      </span>
      <Button
        variant="soft"
        size="small"
        disabled={busy}
        aria-label={t`End the hold of ${name}`}
        onClick={() => start(undefined)}
      >
        <Trans>End the hold</Trans>
      </Button>
    </li>
  );
}

function HoldForm() {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  // A new key empties the form.
  const [formKey, setFormKey] = useState(0);
  const form = useForm(async ({ subject = "", reason = "" }) => {
    await api.call("setHold", { ...(await subjectOf(api, subject.trim())), reason });
    await refetchAfterChange(queries, KEY);
    setFormKey(formKey + 1);
  });
  return (
    <form key={formKey} onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t`Person or chat`}
          hint={t`A user name, or an id. The menus of the lists “People” and “Chats” offer it too.`}
          name="subject"
          required
          autoCapitalize="none"
          autoComplete="off"
        />
        <TextField label={t`Reason`} hint={t`Only owners see it.`} name="reason" maxLength={MAX_HOLD_REASON} />
      </div>
      <FormError error={form.error} />
      <Button type="submit" variant="soft" disabled={form.busy} className="self-end">
        <Trans>Put under hold</Trans>
      </Button>
    </form>
  );
}

/** Ids of groups and channels are negative. */
async function subjectOf(api: Api, name: string): Promise<{ chat_id: number } | { user_id: number }> {
  if (/^-?\d+$/.test(name)) return name.startsWith("-") ? { chat_id: Number(name) } : { user_id: Number(name) };
  const found = await api.call("resolve", { username: name.replace(/^@/, "") });
  return found.user ? { user_id: found.user.id } : { chat_id: found.chat.id };
}
