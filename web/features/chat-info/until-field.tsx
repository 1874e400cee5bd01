/** A form field for a duration: a preset, or a date and time. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { Select } from "../../ui/forms/choice.tsx";
import { INPUT_CLASS } from "../../ui/forms/text-field.tsx";
import { toLocalDateTime, fromLocalDateTime } from "../../core/ports/local-time.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** The service treats a later date as no end. */
const MAX_S = 366 * DAY_S;

interface UntilFieldProps {
  readonly label: string;
  /** The label of the choice without an end. */
  readonly forever: string;
  /** The current end in Unix seconds. It is kept unless another is chosen. */
  readonly current?: number | undefined;
  /** Reports the end in Unix seconds, 0 for no end, and `undefined` while no valid date is chosen. */
  readonly onChange: (until_s: number | undefined) => void;
  /** An additional choice above the others. */
  readonly firstChoice?: {
    readonly value: string;
    readonly label: string;
    readonly onChoose: (chosen: boolean) => void;
  };
  readonly hint?: string;
}

export function UntilField({ label, forever, current, onChange, firstChoice, hint }: UntilFieldProps) {
  const { t } = useLingui();
  const { clock } = useClient().ports;
  const [choice, setChoice] = useState(firstChoice ? firstChoice.value : current ? "date" : "0");
  const spans = [
    [HOUR_S, t`1 hour`],
    [DAY_S, t`1 day`],
    [7 * DAY_S, t`1 week`],
    [30 * DAY_S, t`30 days`],
  ] as const;
  const now_s = Math.floor(clock.now_ms() / 1000);
  const choose = (value: string) => {
    setChoice(value);
    firstChoice?.onChoose(value === firstChoice.value);
    const span = Number(value);
    if (Number.isFinite(span)) onChange(span === 0 ? 0 : now_s + span);
    // While no date is chosen the end is `undefined`, which is not the same as 0.
    else if (value === "date") onChange(current || undefined);
  };
  const choices = [
    ...(firstChoice ? [{ value: firstChoice.value, label: firstChoice.label }] : []),
    ...spans.map(([seconds, words]) => ({ value: String(seconds), label: words })),
    { value: "0", label: forever },
    { value: "date", label: t`Until…` },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <Select
        label={label}
        value={choice}
        onChoose={choose}
        choices={choices}
        {...(hint === undefined ? {} : { hint })}
      />
      {choice === "date" && (
        <input
          type="datetime-local"
          aria-label={t`Day and time`}
          required
          className={INPUT_CLASS}
          defaultValue={current ? toLocalDateTime(current) : ""}
          min={toLocalDateTime(now_s + 60)}
          max={toLocalDateTime(now_s + MAX_S)}
          onChange={(event) => onChange(fromLocalDateTime(event.target.value, now_s + 30, now_s + MAX_S))}
        />
      )}
    </div>
  );
}
