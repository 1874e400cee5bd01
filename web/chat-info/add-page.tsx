/** Brings people and bots into a chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { User } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { chatsInOrder } from "../model/chat-order.ts";
import { fits } from "../model/fits.ts";
import { nameOf } from "../model/names.ts";
import { isAdministrator } from "../model/rights.ts";
import { useWhyNot } from "../rights/use-why-not.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Hint, Panel } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useRow } from "./row-context.ts";
import { SearchField } from "./search-field.tsx";
import { useChange } from "./use-change.ts";

export function AddPage() {
  const { t } = useLingui();
  const row = useRow();
  const { chat, can } = row;
  const whyNot = useWhyNot();
  return (
    <Panel title={chat.type === "channel" ? t`Add subscribers` : t`Add members`} above="overview">
      {can?.invite_users ? <Hint>{whyNot(can.invite_users, row)}</Hint> : <Adding />}
    </Panel>
  );
}

function Adding() {
  const { t } = useLingui();
  const { chat, member } = useRow();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const users = useCandidates(query);
  const mayLook = chat.type !== "channel" || isAdministrator(member);
  const present = useMembers(chat.id, "present", query, mayLook);
  const there = new Set(present.data?.pages.flat().map((each) => each.user.id));
  return (
    <Card>
      <SearchField label={t`Name of a person or bot`} value={text} onChange={setText} autoFocus />
      <ul aria-label={t`People and bots`} className="flex flex-col">
        {users.map((user) => (
          <Candidate key={user.id} user={user} there={there.has(user.id)} />
        ))}
      </ul>
      <p role="status" className="px-3 py-6 text-center text-soft empty:hidden">
        {users.length === 0 && <Trans>Nobody found</Trans>}
      </p>
    </Card>
  );
}

/** Those the person talks with, and whoever else is called so. */
function useCandidates(query: string): readonly User[] {
  const { api } = useClient();
  const me = useClientState((state) => state.me?.user.id);
  const chats = useClientState((state) => state.chats) ?? {};
  const search = useQuery({
    queryKey: ["search", query],
    queryFn: () => api.call("search", { query }),
    enabled: query.length >= 2,
    placeholderData: keepPreviousData,
  });
  const known = chatsInOrder(chats)
    .flatMap(({ peer }) => (peer ? [peer.user] : []))
    .filter((user) => fits(query, nameOf(user), user.username));
  const found = query.length >= 2 ? (search.data?.users ?? []) : [];
  const others = found.filter((user) => !known.some(({ id }) => id === user.id));
  return [...known, ...others].filter(({ id }) => id !== me);
}

function Candidate({ user, there }: { readonly user: User; readonly there: boolean }) {
  const { t } = useLingui();
  const { chat } = useRow();
  const { api } = useClient();
  const { busy, run } = useChange(chat.id);
  const name = nameOf(user);
  return (
    <li className="flex items-center gap-3 rounded-xl px-2 py-1.5">
      <div className="[&>*]:size-10 [&>*]:text-sm">
        <Avatar id={user.id} name={name} photo={user.photo} />
      </div>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" dir="auto">
          {name}
        </p>
        <p className="truncate text-sm text-soft">
          {user.username === undefined ? t`bot` : <bdi>@{user.username}</bdi>}
        </p>
      </div>
      {there ? (
        <span className="pe-2 text-sm text-soft">
          <Trans>in the chat</Trans>
        </span>
      ) : (
        <Button
          look="soft"
          size="small"
          disabled={busy}
          aria-label={t`Add ${name}`}
          onClick={() => void run(() => api.call("addMember", { chat_id: chat.id, user_id: user.id }))}
        >
          <Trans>Add</Trans>
        </Button>
      )}
    </li>
  );
}
