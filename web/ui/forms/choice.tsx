/** A select with its label, and a switch. */
import { useId, type ReactNode } from "react";
import { INPUT_CLASS } from "./text-field.tsx";
import { classes } from "../classes.ts";
import { LabelledControl } from "./labelled-control.tsx";
import { DisabledReason } from "../buttons/disabled-reason.tsx";

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
    <LabelledControl label={label} hint={hint} className={className}>
      {(attributes) => (
        <select
          value={value}
          onChange={(event) => onChoose(event.target.value as T)}
          className={classes(INPUT_CLASS, "pe-2")}
          {...attributes}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} lang={choice.lang}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </LabelledControl>
  );
}

interface SwitchProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Why it is disabled. */
  readonly reason?: string | undefined;
}

const TRACK =
  "row-span-2 flex h-6 w-10 items-center rounded-full bg-muted-fill p-0.5 transition-colors peer-checked:bg-accent-fill peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-aria-disabled:opacity-55 [&>span]:transition-transform peer-checked:[&>span]:translate-x-4 rtl:peer-checked:[&>span]:-translate-x-4";

export function Switch({ label, hint, checked, onChange, reason }: SwitchProps) {
  const id = useId();
  const isDisabled = reason !== undefined;
  const hinted = hint === undefined ? {} : { "aria-describedby": id };
  return (
    <DisabledReason reason={reason}>
      {(disabledAttributes) => (
        <label
          className={classes(
            "relative grid grid-cols-[1fr_auto] items-center gap-x-4 py-1",
            isDisabled ? "cursor-default" : "cursor-pointer",
          )}
        >
          <span className={classes(hint !== undefined && "font-medium", isDisabled && "text-soft")}>{label}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={checked}
            checked={checked}
            onChange={(event) => {
              if (!isDisabled) onChange(event.target.checked);
            }}
            className="peer absolute inset-0 size-full cursor-[inherit] opacity-0"
            {...hinted}
            {...disabledAttributes}
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
    </DisabledReason>
  );
}
