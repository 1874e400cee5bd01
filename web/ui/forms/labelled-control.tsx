/** The label above a form control, and the hint or error below it. */
import { useId, type ReactNode } from "react";
import { classes } from "../classes.ts";

export interface LabelProps {
  readonly label: string;
  readonly hint?: string | undefined;
  /** The error, shown in place of the hint. */
  readonly error?: string | undefined;
}

interface ControlAttributes {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
}

interface LabelledControlProps extends LabelProps {
  readonly className?: string | undefined;
  /** Renders the control with the attributes that connect it to its label and hint. */
  readonly children: (attributes: ControlAttributes) => ReactNode;
}

export function LabelledControl({ label, hint, error, className, children }: LabelledControlProps) {
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
