/** Back to where one came from and to the newest message; it counts what came meanwhile. */
import { Plural, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import type { ChatRow } from "../store/state.ts";
import { WayButton } from "./way-button.tsx";

interface LatestButtonProps {
  readonly row: ChatRow;
  readonly shown: boolean;
  readonly onClick: () => void;
}

export function LatestButton({ row: { unread_count }, shown, onClick }: LatestButtonProps) {
  const { t } = useLingui();
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
