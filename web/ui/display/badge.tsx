/** A badge with a count. */
import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

/** The highest count that is shown. */
const MAX_COUNT = 999;

interface BadgeProps {
  readonly count: number;
  /** Read aloud instead of the number. */
  readonly label: ReactNode;
  readonly quiet?: boolean;
}

export function Badge({ count, label, quiet = false }: BadgeProps) {
  const { i18n } = useLingui();
  if (count <= 0) return null;
  return (
    <span
      data-badge
      className={classes(
        "inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold tabular-nums text-white",
        quiet ? "bg-muted-fill" : "bg-accent-fill",
      )}
    >
      <span aria-hidden>{count > MAX_COUNT ? `${i18n.number(MAX_COUNT)}+` : i18n.number(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  );
}
