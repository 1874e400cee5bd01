/** The button that goes to the next unread message that mentions the user or replies to them. */
import { Plural, useLingui } from "@lingui/react/macro";
import { AtSign } from "lucide-react";
import { useRef } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { placeParams } from "../../core/model/chats/place.ts";
import { readStateOf } from "../../core/store/topics.ts";
import { useErrorToast } from "../rights/use-error-message.ts";
import { JumpButton } from "./jump-button.tsx";

interface MentionButtonProps {
  readonly chat_id: number;
  readonly onGo: (message_id: number) => void;
}

export function MentionButton({ chat_id, onGo }: MentionButtonProps) {
  const { t } = useLingui();
  const place = usePlace(chat_id);
  const unread_mentions = useClientState((state) => readStateOf(state, place)?.unread_mentions ?? 0);
  const { api } = useClient();
  const showErrorToast = useErrorToast();
  /** The id of the message it went to last. Several unread mentions may be visible at once. */
  const last = useRef(0);
  if (unread_mentions === 0) return null;
  const go = async () => {
    const { messages } = await api.call("getMentions", { ...placeParams(place), after: last.current, limit: 1 });
    last.current = messages[0]?.message_id ?? 0;
    if (messages[0]) onGo(messages[0].message_id);
  };
  return (
    <JumpButton
      label={t`To the next mention of you`}
      icon={<AtSign aria-hidden className="size-5" />}
      count={unread_mentions}
      countLabel={<Plural value={unread_mentions} one="# mention of you" other="# mentions of you" />}
      onClick={() => void go().catch(showErrorToast)}
    />
  );
}
