/** A message on one line after its sender. A long sender name is truncated so that the text has room. */
import type { ReactNode } from "react";
import { classes } from "../../ui/classes.ts";

interface SenderLineProps {
  readonly sender: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function SenderLine({ sender, className, children }: SenderLineProps) {
  return (
    <>
      <span className={classes("max-w-[60%] shrink-0 truncate", className)}>{sender}</span>{" "}
      <TruncatedText>{children}</TruncatedText>
    </>
  );
}

/** The sender's name and a colon. */
export function SenderPrefix({ by }: { readonly by: string }) {
  return (
    <>
      <bdi>{by}</bdi>:
    </>
  );
}

/** Text in its own direction, truncated at its end. */
export function TruncatedText({ children }: { readonly children: ReactNode }) {
  return (
    <span className="min-w-0 flex-1 truncate" dir="auto">
      {children}
    </span>
  );
}
