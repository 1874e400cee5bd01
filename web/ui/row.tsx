/** A line with a sign in front that leads somewhere or does something. */
import { Link, type LinkProps } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Why } from "./why.tsx";

interface RowProps {
  readonly icon: ReactNode;
  readonly children: ReactNode;
  /** What stands at the end: how many, or what holds now. */
  readonly note?: ReactNode;
  /** Where it leads; else what it does. */
  readonly link?: Pick<LinkProps, "to" | "params">;
  readonly onSelect?: () => void;
  readonly danger?: boolean;
  /** Why it cannot be used. */
  readonly reason?: string | undefined;
}

const LOOK =
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
      <Link {...link} className={classes(LOOK, tone)}>
        {inside}
      </Link>
    );
  }
  return (
    <Why reason={reason}>
      {(why) => (
        <button
          type="button"
          className={classes(LOOK, tone, reason !== undefined && "text-soft hover:bg-transparent [&>svg]:opacity-60")}
          onClick={reason === undefined ? onSelect : undefined}
          {...why}
        >
          {inside}
        </button>
      )}
    </Why>
  );
}
