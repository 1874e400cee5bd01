/**
 * The button that returns to the message a jump started from, or else to the newest message. It shows the unread count.
 */
import { Plural, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import { useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { readStateOf } from "../../core/store/topics.ts";
import { JumpButton } from "./jump-button.tsx";

interface LatestButtonProps {
  readonly chat_id: number;
  readonly visible: boolean;
  readonly onClick: () => void;
}

export function LatestButton({ chat_id, visible, onClick }: LatestButtonProps) {
  const { t } = useLingui();
  const place = usePlace(chat_id);
  const unread_count = useClientState((state) => readStateOf(state, place)?.unread_count ?? 0);
  if (!visible) return null;
  return (
    <JumpButton
      label={t`To the newest message`}
      icon={<ArrowDown aria-hidden className="size-5" />}
      count={unread_count}
      countLabel={<Plural value={unread_count} one="# unread message" other="# unread messages" />}
      onClick={onClick}
    />
  );
}
