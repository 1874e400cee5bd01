/** For how long: a few usual spans, or up to a moment of one's choice. */
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { Select } from "../ui/choice.tsx";
import { INPUT_LOOK } from "../ui/field.tsx";
import { localTime, momentOf } from "../ports/local-time.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
/** What the service takes for "without an end" lies beyond this. */
const LONGEST_S = 366 * DAY_S;

interface UntilFieldProps {
  readonly label: string;
  /** What a span without an end is called. */
  readonly forever: string;
  /** A moment that holds now, Unix seconds; it stays unless another is chosen. */
  readonly now?: number | undefined;
  /** Told the moment in Unix seconds, 0 for none; nothing while there is no valid one. */
  readonly onChange: (until_s: number | undefined) => void;
  /** One more choice, before the others. */
  readonly first?: { readonly value: string; readonly label: string; readonly onChoose: (chosen: boolean) => void };
  readonly hint?: string;
}

export function UntilField({ label, forever, now, onChange, first, hint }: UntilFieldProps) {
  const { t } = useLingui();
  const { clock } = useClient().ports;
  const [choice, setChoice] = useState(first ? first.value : now ? "date" : "0");
  const spans = [
    [HOUR_S, t`1 hour`],
    [DAY_S, t`1 day`],
    [7 * DAY_S, t`1 week`],
    [30 * DAY_S, t`30 days`],
  ] as const;
  const now_s = Math.floor(clock.now_ms() / 1000);
  const choose = (value: string) => {
    setChoice(value);
    first?.onChoose(value === first.value);
    const span = Number(value);
    if (Number.isFinite(span)) onChange(span === 0 ? 0 : now_s + span);
    // Until a moment is chosen there is none, which is not the same as no end.
    else if (value === "date") onChange(now || undefined);
  };
  const choices = [
    ...(first ? [{ value: first.value, label: first.label }] : []),
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
          className={INPUT_LOOK}
          defaultValue={now ? localTime(now) : ""}
          min={localTime(now_s + 60)}
          max={localTime(now_s + LONGEST_S)}
          onChange={(event) => onChange(momentOf(event.target.value, now_s + 30, now_s + LONGEST_S))}
        />
      )}
    </div>
  );
}
