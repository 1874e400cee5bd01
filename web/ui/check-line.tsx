/** Something that can be chosen or not, with its words. */
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Why } from "./why.tsx";

interface CheckLineProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
  /** Why it cannot be chosen. */
  readonly reason?: string | undefined;
}

export function CheckLine({ checked, onChange, children, className, reason }: CheckLineProps) {
  const free = reason === undefined;
  return (
    <Why reason={reason}>
      {(why) => (
        <label
          className={classes(
            "flex items-center gap-3",
            free ? "cursor-pointer" : "cursor-default text-soft",
            className,
          )}
        >
          <input
            type="checkbox"
            className="size-4.5 shrink-0 accent-(--accent-fill) aria-disabled:opacity-55"
            checked={checked}
            onChange={(event) => {
              if (free) onChange(event.target.checked);
            }}
            {...why}
          />
          {children}
        </label>
      )}
    </Why>
  );
}
