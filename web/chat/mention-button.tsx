/** Goes to the next unread message that mentions the person or answers them. */
import { Plural, useLingui } from "@lingui/react/macro";
import { AtSign } from "lucide-react";
import { useRef } from "react";
import { useClient, useClientState } from "../client/context.tsx";
import { useComplain } from "../rights/use-sentence.ts";
import { WayButton } from "./way-button.tsx";

interface MentionButtonProps {
  readonly chat_id: number;
  readonly onGo: (message_id: number) => void;
}

export function MentionButton({ chat_id, onGo }: MentionButtonProps) {
  const { t } = useLingui();
  const unread_mentions = useClientState((state) => state.chats?.[chat_id]?.unread_mentions ?? 0);
  const { api } = useClient();
  const complain = useComplain();
  /** The one gone to last: several may be in sight at once. */
  const last = useRef(0);
  if (unread_mentions === 0) return null;
  const go = async () => {
    const { messages } = await api.call("getMentions", { chat_id, after: last.current, limit: 1 });
    last.current = messages[0]?.message_id ?? 0;
    if (messages[0]) onGo(messages[0].message_id);
  };
  return (
    <WayButton
      label={t`To the next mention of you`}
      icon={<AtSign aria-hidden className="size-5" />}
      count={unread_mentions}
      counted={<Plural value={unread_mentions} one="# mention of you" other="# mentions of you" />}
      onClick={() => void go().catch(complain)}
    />
  );
}
