/** A choice of one of a few: a drop-down list with its label, and a switch for yes or no. */
import { useId, type ReactNode } from "react";
import { INPUT_LOOK } from "./field.tsx";
import { classes } from "./classes.ts";
import { Frame } from "./frame.tsx";
import { Why } from "./why.tsx";

interface SelectProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  readonly value: T;
  readonly onChoose: (value: T) => void;
  readonly choices: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly className?: string;
}

export function Select<T extends string>({ label, hint, value, onChoose, choices, className }: SelectProps<T>) {
  return (
    <Frame label={label} hint={hint} className={className}>
      {(tied) => (
        <select
          value={value}
          onChange={(event) => onChoose(event.target.value as T)}
          className={classes(INPUT_LOOK, "pe-2")}
          {...tied}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why it cannot be moved. */
  readonly reason?: string | undefined;
}

const TRACK =
  "row-span-2 flex h-6 w-10 items-center rounded-full bg-muted-fill p-0.5 transition-colors peer-checked:bg-accent-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-disabled:opacity-55 [&>span]:transition-transform peer-checked:[&>span]:translate-x-4 rtl:peer-checked:[&>span]:-translate-x-4";

export function Switch({ label, hint, checked, onChange, reason }: SwitchProps) {
  const id = useId();
  const stuck = reason !== undefined;
  const hinted = hint === undefined ? {} : { "aria-describedby": id };
  return (
    <Why reason={reason}>
      {(why) => (
        <label
          className={classes(
            "relative grid grid-cols-[1fr_auto] items-center gap-x-4 py-1",
            stuck ? "cursor-default" : "cursor-pointer",
          )}
        >
          <span className={classes(hint !== undefined && "font-medium", stuck && "text-soft")}>{label}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={checked}
            checked={checked}
            onChange={(event) => {
              if (!stuck) onChange(event.target.checked);
            }}
            className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
            {...hinted}
            {...why}
          />
          <span aria-hidden className={TRACK}>
            <span className="size-5 rounded-full bg-white shadow-sm" />
          </span>
          {hint !== undefined && (
            <span id={id} aria-hidden className="text-sm text-soft">
              {hint}
            </span>
          )}
        </label>
      )}
    </Why>
  );
}
