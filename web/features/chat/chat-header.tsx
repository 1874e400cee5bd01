/** The header of the open chat: its name, its status, and the menu. */
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft, BellOff, Code, List } from "lucide-react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { hasTopics } from "../../core/model/chats/has-topics.ts";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { buttonVariants, IconButton } from "../../ui/buttons/button.tsx";
import { CHAT_HEAD_ID } from "../../ui/focus/chat-head-focus.ts";
import { classes } from "../../ui/classes.ts";
import { MenuItem } from "../../ui/overlays/menu.tsx";
import { useDeveloperAccess } from "../console/use-console.ts";
import { ActionLine } from "../message/action-line.tsx";
import { ChatMenu } from "./chat-menu.tsx";
import { useIsDeveloperPaneOpen } from "./use-open-panels.ts";

interface ChatHeaderProps {
  readonly row: ChatDetails;
  readonly onSearch: () => void;
  readonly onChooseDay: () => void;
}

export function ChatHeader({ row, onSearch, onChooseDay }: ChatHeaderProps) {
  const { t } = useLingui();
  const title = titleOf(row.chat);
  return (
    <header className="safe-top z-10 flex shrink-0 items-center gap-3 border-b border-line bg-surface px-3 py-2 md:px-4">
      <Link
        to="/"
        aria-label={t`Back to the chats`}
        className={classes(buttonVariants({ variant: "plain", size: "icon" }), "-ms-1 text-soft md:hidden")}
      >
        <ArrowLeft aria-hidden className="size-5.5 rtl:-scale-x-100" />
      </Link>
      <Link
        id={CHAT_HEAD_ID}
        to="/chat/$chatId/info"
        params={{ chatId: row.chat.id }}
        state={{ overChat: true }}
        title={t`About this chat`}
        className="-my-1 flex min-w-0 flex-1 items-center gap-3 rounded-xl py-1 outline-offset-[-2px]"
      >
        <div className="[&>*]:size-10 [&>*]:text-sm">
          <Avatar id={row.chat.id} name={title} photo={row.photo} />
        </div>
        <div className="min-w-0">
          <h1 className="flex items-center gap-1.5 font-semibold leading-tight">
            <bdi className="truncate">{title}</bdi>
            {row.settings.muted_until !== undefined && (
              <BellOff role="img" aria-label={t`Muted`} className="size-3.5 shrink-0 text-soft" />
            )}
          </h1>
          <p className="truncate text-sm leading-tight text-soft">
            <Status row={row} />
          </p>
        </div>
      </Link>
      <DeveloperSwitch chat={row.chat} />
      <ChatMenu row={row} onSearch={onSearch} onChooseDay={onChooseDay}>
        {hasTopics(row) && <AsTopicsItem chat={row.chat} />}
      </ChatMenu>
    </header>
  );
}

/** Shows what is shown as one chat as a list of topics. */
function AsTopicsItem({ chat }: Pick<ChatDetails, "chat">) {
  const { topics } = useClient();
  return (
    <MenuItem icon={<List aria-hidden />} onSelect={() => topics.setDivided(chat.id, true)}>
      <Trans>View as topics</Trans>
    </MenuItem>
  );
}

/** Shows and hides the calls and updates of this chat beside it, for who sees the developer's pages. */
function DeveloperSwitch({ chat: { id } }: Pick<ChatDetails, "chat">) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const access = useDeveloperAccess();
  const isOpen = useIsDeveloperPaneOpen();
  if (access !== "all" && access !== "console") return null;
  const params = { chatId: id };
  const toggle = () =>
    isOpen
      ? navigate({ to: "/chat/$chatId", params, replace: true })
      : navigate({ to: "/chat/$chatId/developer", params, state: { overChat: true } });
  return (
    <IconButton
      label={t`Calls and updates of this chat`}
      aria-pressed={isOpen}
      onClick={() => void toggle()}
      className="aria-pressed:bg-selected aria-pressed:text-accent"
    >
      <Code aria-hidden className="size-5" />
    </IconButton>
  );
}

function Status({ row }: { readonly row: ChatDetails }) {
  const acting = useClientState((state) => state.chat_actions[row.chat.id]);
  const connecting = useClientState((state) => state.connection === "connecting");
  const { chat, peer, member_count } = row;
  if (connecting) return <Trans>connecting…</Trans>;
  if (acting && acting.length > 0) return <ActionLine acting={acting} group={chat.type !== "private"} />;
  if (peer?.user.is_bot) return <Trans>bot</Trans>;
  if (chat.type === "channel") return <Plural value={member_count} one="# subscriber" other="# subscribers" />;
  if (chat.type === "supergroup") return <Plural value={member_count} one="# member" other="# members" />;
  return chat.username === undefined ? null : <bdi>@{chat.username}</bdi>;
}
