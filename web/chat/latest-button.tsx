/** Back to where one came from and to the newest message; it counts what came meanwhile. */
import { Plural, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import { useClientState } from "../client/context.tsx";
import { WayButton } from "./way-button.tsx";

interface LatestButtonProps {
  readonly chat_id: number;
  readonly shown: boolean;
  readonly onClick: () => void;
}

export function LatestButton({ chat_id, shown, onClick }: LatestButtonProps) {
  const { t } = useLingui();
  const unread_count = useClientState((state) => state.chats?.[chat_id]?.unread_count ?? 0);
  if (!shown) return null;
  return (
    <WayButton
      label={t`To the newest message`}
      icon={<ArrowDown aria-hidden className="size-5" />}
      count={unread_count}
      counted={<Plural value={unread_count} one="# unread message" other="# unread messages" />}
      onClick={onClick}
    />
  );
}
