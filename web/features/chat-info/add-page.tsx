/** The page for adding people and bots to a chat. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { MAX_ADDED_MEMBERS } from "@heliogram/shared/limits.ts";
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
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { useToast } from "../../ui/feedback/toasts.tsx";
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
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const showToast = useToast();
  const add = () =>
    run(async () => {
      const { refused } = await api.call("addMembers", { chat_id: chat.id, user_ids: [...chosen] });
      const kept = new Set(refused.map(({ user_id }) => user_id));
      setChosen(kept);
      if (kept.size > 0) showToast(t`Some cannot be added. They are still chosen.`);
    });
  const memberIds = new Set(present.data?.pages.flat().map((each) => each.user.id));
  return (
    <Card>
      <SearchField label={t`Name of a person or bot`} value={text} onChange={setText} autoFocus />
      <ul ref={arrowList} aria-label={t`People and bots`} className="flex flex-col">
        {users.map((user) => (
          <Candidate
            key={user.id}
            user={user}
            isMember={memberIds.has(user.id)}
            isChosen={chosen.has(user.id)}
            onChoose={(isChosen) => setChosen(withOrWithout(chosen, user.id, isChosen))}
          />
        ))}
      </ul>
      <p role="status" className="px-3 py-6 text-center text-soft empty:hidden">
        {users.length === 0 && <Trans>Nobody found</Trans>}
      </p>
      <div className="sticky bottom-0 flex justify-end bg-surface p-3">
        <Button disabled={busy || chosen.size === 0} onClick={() => void add()}>
          {chosen.size === 0 ? (
            <Trans>Add</Trans>
          ) : chat.type === "channel" ? (
            <Plural value={chosen.size} one="Add # subscriber" other="Add # subscribers" />
          ) : (
            <Plural value={chosen.size} one="Add # member" other="Add # members" />
          )}
        </Button>
      </div>
    </Card>
  );
}

function withOrWithout(chosen: ReadonlySet<number>, id: number, isChosen: boolean): ReadonlySet<number> {
  const changed = new Set(chosen);
  if (!isChosen) changed.delete(id);
  else if (changed.size < MAX_ADDED_MEMBERS) changed.add(id);
  return changed;
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

interface CandidateProps {
  readonly user: User;
  readonly isMember: boolean;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Candidate({ user, isMember, isChosen, onChoose }: CandidateProps) {
  const { t } = useLingui();
  const name = nameOf(user);
  const { chat } = useChatRow();
  const { api } = useClient();
  const { busy, run } = useChatAction(chat.id);
  const face = (
    <span className="flex min-w-0 flex-1 items-center gap-3">
      <span className="[&>*]:size-10 [&>*]:text-sm">
        <Avatar id={user.id} name={name} photo={user.photo} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium" dir="auto">
          {name}
        </span>
        <span className="truncate text-sm text-soft">
          {user.username === undefined ? t`bot` : <bdi>@{user.username}</bdi>}
        </span>
      </span>
    </span>
  );
  if (isMember)
    return (
      <li className="flex items-center gap-3 rounded-xl px-2 py-1.5">
        {face}
        <span className="pe-2 text-sm text-soft">
          <Trans>in the chat</Trans>
        </span>
      </li>
    );
  return (
    <li className="flex items-center gap-3 rounded-xl px-2 py-1.5">
      <Checkbox checked={isChosen} onChange={onChoose} className="min-w-0 flex-1">
        {face}
      </Checkbox>
      <Button
        variant="soft"
        size="small"
        disabled={busy}
        aria-label={t`Add ${name}`}
        onClick={() => void run(() => api.call("addMember", { chat_id: chat.id, user_id: user.id }))}
      >
        <Trans>Add</Trans>
      </Button>
    </li>
  );
}
