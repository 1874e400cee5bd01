/** The first stop of a page: a link over what is the same on every page, visible while it has the focus. */
import type { ReactNode } from "react";
import { classes } from "../classes.ts";

interface SkipLinkProps {
  /** The id of what it leads to, which takes the focus with `tabIndex={-1}`. */
  readonly to: string;
  readonly children: ReactNode;
  readonly className?: string;
}

export function SkipLink({ to, children, className }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={classes(
        "absolute start-2 top-2 z-50 -translate-y-24 rounded-lg bg-accent-fill px-4 py-3 font-medium text-on-accent shadow-xl focus:translate-y-0",
        className,
      )}
      // The address stays the same: it would be another page for the router.
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
    >
      {children}
    </a>
  );
}
