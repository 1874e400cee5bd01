/** A tag: a short label in a pill. */
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

interface TagProps {
  readonly children: ReactNode;
  readonly variant?: "plain" | "accent" | "danger" | "good";
}

const VARIANTS = {
  plain: "bg-hover text-soft",
  accent: "bg-selected text-accent",
  danger: "bg-danger-fill/12 text-danger",
  good: "inset-ring inset-ring-good/40 text-good",
};

export function Tag({ children, variant = "plain" }: TagProps) {
  return (
    <span
      className={classes(
        "inline-block shrink-0 rounded-full px-2 py-0.5 text-xs font-medium leading-4.5",
        VARIANTS[variant],
      )}
    >
      {children}
    </span>
  );
}

/** For people and bots that an owner suspended. */
export function SuspendedTag() {
  return (
    <Tag variant="danger">
      <Trans>Suspended</Trans>
    </Tag>
  );
}
