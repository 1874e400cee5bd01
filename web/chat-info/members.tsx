/** The members of a chat, as far as the person may see them, and the way to add somebody. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { ChatMember } from "@heliogram/shared/wire.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { sentenceOf } from "../api/failure.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { nameOf } from "../model/names.ts";
import type { ChatRow } from "../store/state.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Button } from "../ui/button.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { AddMember } from "./add-member.tsx";
import { membersKey } from "./keys.ts";

const PAGE = 50;

export function Members({ row }: { readonly row: ChatRow }) {
  const { api } = useClient();
  const [adding, setAdding] = useState(false);
  const chat_id = row.chat.id;
  const members = useInfiniteQuery({
    queryKey: membersKey(chat_id),
    queryFn: ({ pageParam }) => api.call("listMembers", { chat_id, after: pageParam, limit: PAGE }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length < PAGE ? undefined : last.at(-1)!.user.id),
    retry: false,
  });
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-2">
        <h4 className="font-semibold">
          <Trans>Members</Trans>
        </h4>
        {row.can?.invite_users === null && (
          <Button look="accent" size="small" aria-expanded={adding} onClick={() => setAdding(!adding)}>
            <UserPlus aria-hidden className="size-4" />
            <Trans>Add</Trans>
          </Button>
        )}
      </div>
      {adding && <AddMember chat_id={chat_id} onDone={() => setAdding(false)} />}
      {members.error && <p className="text-soft">{sentenceOf(members.error)}</p>}
      {members.isPending && <Skeleton className="h-10" />}
      <ul className="flex flex-col">
        {members.data?.pages.flat().map((member) => (
          <MemberLine key={member.user.id} member={member} />
        ))}
      </ul>
      {members.hasNextPage && (
        <Button look="soft" size="small" onClick={() => void members.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

function MemberLine({ member: { user, status, custom_title } }: { readonly member: ChatMember }) {
  const me = useClientState((state) => state.me?.user.id);
  const rank = useRank();
  const name = nameOf(user);
  const face = (
    <>
      <Avatar id={user.id} name={name} size="small" />
      <span className="min-w-0 flex-1 truncate">
        <bdi>{name}</bdi>
      </span>
      <span className="text-sm text-soft">{custom_title ? String(custom_title) : rank(status)}</span>
    </>
  );
  const look = "flex items-center gap-3 rounded-lg px-2 py-1.5";
  return (
    <li>
      {user.id === me ? (
        <span className={look}>{face}</span>
      ) : (
        <Link to="/chat/$chatId" params={{ chatId: user.id }} className={`${look} hover:bg-hover`}>
          {face}
        </Link>
      )}
    </li>
  );
}

function useRank(): (status: ChatMember["status"]) => string {
  const { t } = useLingui();
  return (status) =>
    ({ creator: t`Owner`, administrator: t`Admin`, restricted: t`Restricted`, kicked: t`Banned` })[status as string] ??
    "";
}
