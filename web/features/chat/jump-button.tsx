/** A floating button over the messages that jumps to other messages and shows a count. */
import type { ReactNode } from "react";
import { Badge } from "../../ui/display/badge.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";

interface JumpButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly count: number;
  /** The accessible text of the count. */
  readonly countLabel: ReactNode;
  readonly onClick: () => void;
}

export function JumpButton({ label, icon, count, countLabel, onClick }: JumpButtonProps) {
  return (
    <div className="relative">
      <IconButton
        label={label}
        onClick={onClick}
        className="size-11 border border-line bg-surface shadow-md shadow-shade"
      >
        {icon}
      </IconButton>
      <span className="pointer-events-none absolute -top-2 start-1/2 -translate-x-1/2 rtl:translate-x-1/2">
        <Badge count={count} label={countLabel} />
      </span>
    </div>
  );
}
