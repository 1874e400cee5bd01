/** A link to a message in its chat, as the person who is signed in here sees it. */
import { Trans } from "@lingui/react/macro";
import { Link, useParams } from "@tanstack/react-router";
import { useClientState } from "../../core/client/context.tsx";
import { useIsDeveloperPaneOpen } from "../chat/use-open-panels.ts";
import { usePanelCoversChat } from "../chat/use-panel-covers-chat.ts";
import { ENTRY_LINK } from "./log-panes.tsx";
import { useWorld } from "./use-world.ts";

interface MessageLinkProps {
  /** As the bot or the person of the entry sees it. */
  readonly chat_id: number;
  /** The bot, if a bot is one side of the chat. */
  readonly bot_id: number | undefined;
  readonly message_id: number;
}

/** Beside the chat, it stays open. Nothing for a private chat in which the person is not, and in another world than theirs. */
export function MessageLink({ chat_id, bot_id, message_id }: MessageLinkProps) {
  const { world } = useWorld();
  const me = useClientState((state) => (state.me?.world === world ? state.me.user.id : undefined));
  const chats = useClientState((state) => state.chats);
  const { chatId } = useParams({ strict: false });
  const isBeside = useIsDeveloperPaneOpen();
  const isCovered = usePanelCoversChat();
  // For the bot, the private chat has the id of the person.
  const seen_id = chat_id === me ? bot_id : chat_id;
  if (me === undefined || seen_id === undefined || chats?.[seen_id] === undefined) return null;
  if (isBeside && !isCovered && seen_id === chatId)
    return (
      <Link to="." search={(before: object) => ({ ...before, message: message_id })} className={ENTRY_LINK}>
        <Trans>Open the message</Trans>
      </Link>
    );
  return (
    <Link to="/chat/$chatId" params={{ chatId: seen_id }} search={{ message: message_id }} className={ENTRY_LINK}>
      <Trans>Open the message</Trans>
    </Link>
  );
}
