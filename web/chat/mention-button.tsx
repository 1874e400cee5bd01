/** Goes to the next unread message that mentions the person or answers them. */
import { Plural, useLingui } from "@lingui/react/macro";
import { AtSign } from "lucide-react";
import { useRef } from "react";
import { useClient } from "../client/context.tsx";
import type { ChatRow } from "../store/state.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";

interface MentionButtonProps {
  readonly row: ChatRow;
  readonly onGo: (message_id: number) => void;
}

export function MentionButton({ row: { chat, unread_mentions }, onGo }: MentionButtonProps) {
  const { t } = useLingui();
  const { api } = useClient();
  /** The one gone to last: several may be in sight at once. */
  const last = useRef(0);
  if (unread_mentions === 0) return null;
  const go = async () => {
    const { messages } = await api.call("getMentions", { chat_id: chat.id, after: last.current, limit: 1 });
    last.current = messages[0]?.message_id ?? 0;
    if (messages[0]) onGo(messages[0].message_id);
  };
  return (
    <div className="relative">
      <IconButton
        label={t`To the next mention of you`}
        onClick={() => void go().catch(() => {})}
        className="size-11 border border-line bg-surface shadow-md shadow-shade"
      >
        <AtSign aria-hidden className="size-5" />
      </IconButton>
      <span className="pointer-events-none absolute -top-2 start-1/2 -translate-x-1/2 rtl:translate-x-1/2">
        <Badge
          count={unread_mentions}
          label={<Plural value={unread_mentions} one="# mention of you" other="# mentions of you" />}
        />
      </span>
    </div>
  );
}
