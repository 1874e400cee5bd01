/** The page for adding people and bots to a chat. */
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { User } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { chatsInOrder } from "../../core/model/chats/chat-order.ts";
import { matchesName } from "../../core/model/people/name-match.ts";
import { nameOf } from "../../core/model/people/names.ts";
import { isAdministrator } from "../../core/model/rights/administrator-rights.ts";
import { useDisabledReason } from "../rights/use-disabled-reason.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { Card, Hint, Panel } from "./panel.tsx";
import { useMembers } from "./queries.ts";
import { useChatRow } from "./chat-row-context.ts";
import { SearchField } from "./search-field.tsx";
import { useChatAction } from "./use-chat-action.ts";

export function AddPage() {
  const { t } = useLingui();
  const row = useChatRow();
  const { chat, can } = row;
  const disabledReason = useDisabledReason();
  return (
    <Panel title={chat.type === "channel" ? t`Add subscribers` : t`Add members`} parent="overview">
      {can?.invite_users ? <Hint>{disabledReason(can.invite_users, row)}</Hint> : <AddMembers />}
    </Panel>
  );
}

function AddMembers() {
  const { t } = useLingui();
  const { chat, member } = useChatRow();
  const [text, setText] = useState("");
  const query = useDeferredValue(text.trim());
  const users = useCandidates(query);
  const mayList = chat.type !== "channel" || isAdministrator(member);
  const present = useMembers(chat.id, "present", query, mayList);
  const memberIds = new Set(present.data?.pages.flat().map((each) => each.user.id));
  return (
    <Card>
      <SearchField label={t`Name of a person or bot`} value={text} onChange={setText} autoFocus />
      <ul ref={arrowList} aria-label={t`People and bots`} className="flex flex-col">
        {users.map((user) => (
          <Candidate key={user.id} user={user} isMember={memberIds.has(user.id)} />
        ))}
      </ul>
      <p role="status" className="px-3 py-6 text-center text-soft empty:hidden">
        {users.length === 0 && <Trans>Nobody found</Trans>}
      </p>
    </Card>
  );
}

/** The people the user has private chats with, then others whose names match. */
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
  const contacts = chatsInOrder(chats)
    .flatMap(({ peer }) => (peer ? [peer.user] : []))
    .filter((user) => matchesName(query, nameOf(user), user.username));
  const found = query.length >= 2 ? (search.data?.users ?? []) : [];
  const others = found.filter((user) => !contacts.some(({ id }) => id === user.id));
  return [...contacts, ...others].filter(({ id }) => id !== me);
}

function Candidate({ user, isMember }: { readonly user: User; readonly isMember: boolean }) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
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
      {isMember ? (
        <span className="pe-2 text-sm text-soft">
          <Trans>in the chat</Trans>
        </span>
      ) : (
        <Button
          variant="soft"
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
