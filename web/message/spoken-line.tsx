/** What was said, in one line behind whoever said it: a long name leaves room for the words. */
import type { ReactNode } from "react";
import { classes } from "../ui/classes.ts";

interface SpokenLineProps {
  readonly who: ReactNode;
  readonly look?: string;
  readonly children: ReactNode;
}

export function SpokenLine({ who, look, children }: SpokenLineProps) {
  return (
    <>
      <span className={classes("max-w-[60%] shrink-0 truncate", look)}>{who}</span> <Words>{children}</Words>
    </>
  );
}

/** The name in front of what somebody else said. */
export function Said({ by }: { readonly by: string }) {
  return (
    <>
      <bdi>{by}</bdi>:
    </>
  );
}

/** Runs its own way, so that it is cut at its end. */
export function Words({ children }: { readonly children: ReactNode }) {
  return (
    <span className="min-w-0 flex-1 truncate" dir="auto">
      {children}
    </span>
  );
}
