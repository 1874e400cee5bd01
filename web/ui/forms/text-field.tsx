/** A text field with its label, hint and error. */
import type { ComponentProps } from "react";
import { classes } from "../classes.ts";
import { LabelledControl, type LabelProps } from "./labelled-control.tsx";

interface TextFieldProps extends ComponentProps<"input">, LabelProps {}

export const INPUT_CLASS =
  "h-11 w-full rounded-lg border border-line bg-surface px-3 text-text outline-offset-0 transition-colors placeholder:text-soft focus-visible:border-accent";

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <LabelledControl label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          className={classes(INPUT_CLASS, error && "border-danger", className)}
          aria-invalid={error !== undefined}
          {...attributes}
          {...input}
        />
      )}
    </LabelledControl>
  );
}

interface TextAreaProps extends ComponentProps<"textarea">, Omit<LabelProps, "error"> {}

/** The same with several lines. */
export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  return (
    <LabelledControl label={label} hint={hint}>
      {(attributes) => (
        <textarea
          rows={3}
          className={classes(INPUT_CLASS, "h-auto resize-y py-2.5", className)}
          {...attributes}
          {...area}
        />
      )}
    </LabelledControl>
  );
}
