/** The button that goes to the next own message with reactions that the person has not seen. */
import { Plural, useLingui } from "@lingui/react/macro";
import { Heart } from "lucide-react";
import { useRef } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { JumpButton } from "./jump-button.tsx";

interface UnseenReactionsButtonProps {
  readonly chat_id: number;
  readonly onGo: (message_id: number) => void;
}

export function UnseenReactionsButton({ chat_id, onGo }: UnseenReactionsButtonProps) {
  const { t } = useLingui();
  const count = useClientState((state) => state.chats?.[chat_id]?.unread_reactions ?? 0);
  const { api, reactions } = useClient();
  const showErrorToast = useErrorToast();
  /** The id of the message it went to last. */
  const last = useRef(0);
  if (count === 0) return null;
  const go = async () => {
    const { messages, has_more } = await api.call("getUnreadReactions", { chat_id, after: last.current, limit: 1 });
    last.current = has_more ? (messages[0]?.message_id ?? 0) : 0;
    if (messages[0]) onGo(messages[0].message_id);
    // The last one is on the screen.
    if (!has_more) reactions.markSeen(chat_id);
  };
  return (
    <JumpButton
      label={t`To the next reaction to your messages`}
      icon={<Heart aria-hidden className="size-5" />}
      count={count}
      countLabel={<Plural value={count} one="Reactions to # message" other="Reactions to # messages" />}
      onClick={() => void go().catch(showErrorToast)}
    />
  );
}
