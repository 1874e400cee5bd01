/** A switch with its name: the whole line moves it. */
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Why } from "./why.tsx";

interface SwitchProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why it cannot be moved. */
  readonly reason?: string | undefined;
}

const TRACK =
  "relative h-5.5 w-9.5 shrink-0 cursor-[inherit] appearance-none rounded-full bg-muted-fill transition-colors checked:bg-accent-fill aria-disabled:opacity-55";
const KNOB =
  "before:absolute before:start-0.5 before:top-0.5 before:size-4.5 before:rounded-full before:bg-white before:shadow-sm before:transition-[inset-inline-start] checked:before:start-4.5";

export function Switch({ label, checked, onChange, reason }: SwitchProps) {
  const stuck = reason !== undefined;
  return (
    <Why reason={reason}>
      {(why) => (
        <label
          className={classes(
            "flex min-h-11 items-center gap-4 rounded-xl px-3 py-2 transition-colors",
            stuck ? "cursor-default text-soft" : "cursor-pointer hover:bg-hover",
          )}
        >
          <span className="min-w-0 flex-1">{label}</span>
          <input
            type="checkbox"
            role="switch"
            className={classes(TRACK, KNOB)}
            checked={checked}
            aria-checked={checked}
            onChange={(event) => {
              if (!stuck) onChange(event.target.checked);
            }}
            {...why}
          />
        </label>
      )}
    </Why>
  );
}
