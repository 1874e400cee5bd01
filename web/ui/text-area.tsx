/** A field for a few lines, with its label and its hint. */
import { useId, type ComponentProps } from "react";
import { INPUT_LOOK } from "./field.tsx";
import { classes } from "./classes.ts";

interface TextAreaProps extends ComponentProps<"textarea"> {
  readonly label: string;
  readonly hint?: string | undefined;
}

export function TextArea({ label, hint, className, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5 text-start">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={4}
        dir="auto"
        className={classes(INPUT_LOOK, "h-auto resize-none py-2", className)}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        {...area}
      />
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}
