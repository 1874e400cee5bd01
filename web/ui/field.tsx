/** A text field with its label, its hint, and what is wrong with it. */
import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import { Frame, type FrameProps } from "./frame.tsx";

interface FieldProps extends ComponentProps<"input">, FrameProps {}

export const INPUT_LOOK =
  "h-11 w-full rounded-lg border border-line bg-surface px-3 text-text outline-offset-0 transition-colors placeholder:text-soft focus-visible:border-accent";

export function Field({ label, hint, error, className, ...input }: FieldProps) {
  return (
    <Frame label={label} hint={hint} error={error}>
      {(tied) => (
        <input
          className={classes(INPUT_LOOK, error && "border-danger", className)}
          aria-invalid={error !== undefined}
          {...tied}
          {...input}
        />
      )}
    </Frame>
  );
}

interface TextAreaProps extends ComponentProps<"textarea">, Omit<FrameProps, "error"> {}

/** The same for several lines. */
export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  return (
    <Frame label={label} hint={hint}>
      {(tied) => (
        <textarea rows={3} className={classes(INPUT_LOOK, "h-auto resize-y py-2.5", className)} {...tied} {...area} />
      )}
    </Frame>
  );
}
