/** A text field with its label, its hint, and what is wrong with it. */
import { useId, type ComponentProps } from "react";
import { classes } from "./classes.ts";

interface FieldProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

export const INPUT_LOOK =
  "h-11 w-full rounded-lg border border-line bg-surface px-3 text-text outline-offset-0 transition-colors placeholder:text-soft focus-visible:border-accent";

export function Field({ label, hint, error, className, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="flex flex-col gap-1.5 text-start">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className={classes(INPUT_LOOK, error && "border-danger", className)}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        {...input}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={classes("text-sm", error === undefined ? "text-soft" : "text-danger")}>
          {note}
        </p>
      )}
    </div>
  );
}

interface TextAreaProps extends ComponentProps<"textarea"> {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** The same for several lines. */
export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 text-start">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        className={classes(INPUT_LOOK, "h-auto resize-y py-2.5", className)}
        aria-describedby={hint === undefined ? undefined : `${id}-note`}
        {...area}
      />
      {hint !== undefined && (
        <p id={`${id}-note`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
