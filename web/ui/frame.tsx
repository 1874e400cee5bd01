/** What stands around a field: its label above it, and a note below. */
import { useId, type ReactNode } from "react";
import { classes } from "./classes.ts";

export interface FrameProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong, in the place of the hint. */
  readonly error?: string | undefined;
}

interface Tied {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
}

interface Props extends FrameProps {
  readonly className?: string | undefined;
  /** Draws the field, tied to its label and its note by these attributes. */
  readonly children: (tied: Tied) => ReactNode;
}

export function Frame({ label, hint, error, className, children }: Props) {
  const id = useId();
  const note = error ?? hint;
  const noteId = `${id}-note`;
  return (
    <div className={classes("flex flex-col gap-1.5 text-start", className)}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, "aria-describedby": note === undefined ? undefined : noteId })}
      {note !== undefined && (
        <p id={noteId} className={classes("text-sm", error === undefined ? "text-soft" : "text-danger")}>
          {note}
        </p>
      )}
    </div>
  );
}
