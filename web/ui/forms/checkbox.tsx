/** A checkbox, or one of several radio buttons, with its label. */
import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { DisabledReason } from "../buttons/disabled-reason.tsx";

interface CheckboxProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Makes it a radio button: the name that the buttons of one choice have in common. */
  readonly radio?: string | undefined;
  /** Why it is disabled. */
  readonly reason?: string | undefined;
}

export function Checkbox({ checked, onChange, children, className, radio, reason }: CheckboxProps) {
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
            type={radio === undefined ? "checkbox" : "radio"}
            name={radio}
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
