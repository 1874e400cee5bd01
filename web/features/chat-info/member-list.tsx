/** A list of members with their status and the actions on them. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useClientState } from "../../core/client/context.tsx";
import { nameOf } from "../../core/model/people/names.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { Button } from "../../ui/buttons/button.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";
import { MemberMenu } from "./member-menu.tsx";
import type { MemberView } from "./queries.ts";
import { RoleBadge } from "./role-badge.tsx";
import { useChatRow } from "./chat-row-context.ts";
import { MemberStatus } from "./member-status.tsx";

interface Paged {
  readonly isPending: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
}

interface MemberListProps {
  readonly members: readonly MemberView[];
  readonly query: Paged;
  /** The page that a click on a member opens. */
  readonly to?: "member" | "rights";
  /** Renders an action at the end of each line, in place of the menu. */
  readonly renderAction?: (member: MemberView) => ReactNode;
  readonly empty?: ReactNode;
}

export function MemberList({ members, query, to = "member", renderAction, empty }: MemberListProps) {
  const { t } = useLingui();
  if (query.isPending) return <MembersSkeleton />;
  if (members.length === 0) {
    return <p className="px-3 py-6 text-center text-soft">{empty ?? <Trans>Nobody found</Trans>}</p>;
  }
  return (
    <>
      <ul ref={arrowList} aria-label={t`Members`} className="flex flex-col">
        {members.map((member) => (
          <MemberLine key={member.user.id} member={member} to={to} renderAction={renderAction} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button variant="accent" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

const PAGES = {
  member: "/chat/$chatId/info/member/$userId",
  rights: "/chat/$chatId/info/member/$userId/rights",
} as const;

interface MemberLineProps {
  readonly member: MemberView;
  readonly to: keyof typeof PAGES;
  readonly renderAction: MemberListProps["renderAction"] | undefined;
}

function MemberLine({ member, to, renderAction }: MemberLineProps) {
  const { t } = useLingui();
  const { chat } = useChatRow();
  const me = useClientState((state) => state.me?.user.id);
  const { user } = member;
  const name = nameOf(user);
  return (
    <li className="flex items-center rounded-xl transition-colors hover:bg-hover">
      <Link
        to={PAGES[to]}
        params={{ chatId: chat.id, userId: user.id }}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 rounded-xl px-2 py-1.5 outline-offset-[-2px]"
      >
        <div className="[&>*]:size-10 [&>*]:text-sm">
          <Avatar id={user.id} name={name} photo={user.photo} />
        </div>
        <span className="min-w-0 flex-1 basis-24">
          <span className="flex items-center gap-2">
            <span className="min-w-0 truncate font-medium" dir="auto">
              {name}
            </span>
            {user.id === me && <span className="shrink-0 text-sm text-soft">{t`you`}</span>}
          </span>
          <span className="line-clamp-2 text-sm leading-tight text-pretty text-soft">
            <bdi>
              <MemberStatus member={member} />
            </bdi>
          </span>
        </span>
        {renderAction === undefined && <RoleBadge member={member} />}
      </Link>
      {renderAction ? renderAction(member) : user.id !== me && <MemberMenu member={member} />}
    </li>
  );
}

function MembersSkeleton() {
  return (
    <div className="flex flex-col gap-2 p-2">
      {Array.from({ length: 3 }, (_, i) => (
        <div key={i} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      ))}
    </div>
  );
}
