/** Something that can be chosen or not, with its words. */
import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface CheckLineProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
  readonly className?: string;
}

export function CheckLine({ checked, onChange, children, className }: CheckLineProps) {
  return (
    <label className={classes("flex cursor-pointer items-center gap-3", className)}>
      <input
        type="checkbox"
        className="size-4.5 shrink-0 accent-(--accent-fill)"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}
