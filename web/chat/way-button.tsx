/** A button over the messages that leads elsewhere among them, and counts what waits there. */
import type { ReactNode } from "react";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";

interface WayButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly count: number;
  /** The count in words. */
  readonly counted: ReactNode;
  readonly onClick: () => void;
}

export function WayButton({ label, icon, count, counted, onClick }: WayButtonProps) {
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
        <Badge count={count} label={counted} />
      </span>
    </div>
  );
}
