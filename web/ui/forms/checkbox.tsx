/** A checkbox with its label. */
import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { DisabledReason } from "../buttons/disabled-reason.tsx";

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Why it is disabled. */
  readonly reason?: string | undefined;
}

export function Checkbox({ checked, onChange, children, className, reason }: CheckboxProps) {
  const isEnabled = reason === undefined;
  return (
    <DisabledReason reason={reason}>
      {(disabledAttributes) => (
        <label
          className={classes(
            "flex items-center gap-3",
            isEnabled ? "cursor-pointer" : "cursor-default text-soft",
            className,
          )}
        >
          <input
            type="checkbox"
            className="size-4.5 shrink-0 accent-(--accent-fill) aria-disabled:opacity-55"
            checked={checked}
            onChange={(event) => {
              if (isEnabled) onChange(event.target.checked);
            }}
            {...disabledAttributes}
          />
          {children}
        </label>
      )}
    </DisabledReason>
  );
}
