/** Back to where one came from and to the newest message; it counts what came meanwhile. */
import { Plural, useLingui } from "@lingui/react/macro";
import { ArrowDown } from "lucide-react";
import type { ChatRow } from "../store/state.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";

interface LatestButtonProps {
  readonly row: ChatRow;
  readonly shown: boolean;
  readonly onClick: () => void;
}

export function LatestButton({ row: { unread_count }, shown, onClick }: LatestButtonProps) {
  const { t } = useLingui();
  if (!shown) return null;
  return (
    <div className="relative">
      <IconButton
        label={t`To the newest message`}
        onClick={onClick}
        className="size-11 border border-line bg-surface shadow-md shadow-shade"
      >
        <ArrowDown aria-hidden className="size-5" />
      </IconButton>
      <span className="pointer-events-none absolute -top-2 start-1/2 -translate-x-1/2 rtl:translate-x-1/2">
        <Badge
          count={unread_count}
          label={<Plural value={unread_count} one="# unread message" other="# unread messages" />}
        />
      </span>
    </div>
  );
}
