/** A row with an icon that is a link or a button. */
import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { DisabledReason } from "../buttons/disabled-reason.tsx";

interface RowProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** Shown at the end: a count or the current value. */
  readonly note?: ReactNode;
  /** The link target; without one, the row is a button. */
  readonly link?: Pick<LinkProps, "to" | "params">;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  /** Why it is disabled. */
  readonly reason?: string | undefined;
}

const ROW_CLASSES =
  "flex min-h-11 w-full items-center gap-4 rounded-xl px-3 py-2 text-start transition-colors hover:bg-hover [&>svg]:size-5 [&>svg]:shrink-0";

export function Row({ icon, children, note, link, onSelect, danger = false, reason }: RowProps) {
  const inside = (
    <>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {note !== undefined && <span className="shrink-0 text-sm text-soft">{note}</span>}
      {link && <ChevronRight aria-hidden className="-me-1 text-soft rtl:-scale-x-100" />}
    </>
  );
  const tone = danger ? "text-danger" : "[&>svg]:text-soft";
  if (link && reason === undefined) {
    return (
      <Link {...link} className={classes(ROW_CLASSES, tone)}>
        {inside}
      </Link>
    );
  }
  return (
    <DisabledReason reason={reason}>
      {(disabledAttributes) => (
        <button
          type="button"
          className={classes(
            ROW_CLASSES,
            tone,
            reason !== undefined && "text-soft hover:bg-transparent [&>svg]:opacity-60",
          )}
          onClick={reason === undefined ? onSelect : undefined}
          {...disabledAttributes}
        >
          {inside}
        </button>
      )}
    </DisabledReason>
  );
}
