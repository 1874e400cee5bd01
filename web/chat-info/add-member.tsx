/** Finds somebody by name and adds them to a chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { User } from "@heliogram/shared/wire.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { sentenceOf } from "../api/failure.ts";
import { useClient } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Field } from "../ui/field.tsx";
import { membersKey } from "./keys.ts";

interface AddMemberProps {
  readonly chat_id: number;
  readonly onDone: () => void;
}

export function AddMember({ chat_id, onDone }: AddMemberProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const queries = useQueryClient();
  const [query, setQuery] = useState("");
  const wanted = useDeferredValue(query.trim());
  const found = useQuery({
    queryKey: ["search", wanted],
    queryFn: () => api.call("search", { query: wanted }),
    enabled: wanted.length >= 2,
  });
  const add = useMutation({
    mutationFn: ({ id }: User) => api.call("addMember", { chat_id, user_id: id }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: membersKey(chat_id) });
      onDone();
    },
  });
  return (
    <div className="flex flex-col gap-2 rounded-xl bg-hover p-3">
      <Field
        label={t`Name or user name`}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        autoFocus
        autoComplete="off"
        error={add.error ? sentenceOf(add.error) : undefined}
      />
      <ul aria-label={t`Found`} className="flex flex-col empty:hidden">
        {found.data?.users.map((user) => (
          <li key={user.id}>
            <button
              type="button"
              disabled={add.isPending}
              onClick={() => add.mutate(user)}
              className="flex w-full items-center gap-3 rounded-lg px-2 py-1.5 text-start hover:bg-selected"
            >
              <Avatar id={user.id} name={nameOf(user)} size="small" />
              <span className="min-w-0 flex-1 truncate">
                <bdi>{nameOf(user)}</bdi>
              </span>
              <span className="text-sm text-soft" dir="ltr">
                {user.username === undefined ? "" : `@${user.username}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.data?.users.length === 0 && (
        <p className="text-sm text-soft">
          <Trans>Nobody found</Trans>
        </p>
      )}
    </div>
  );
}
