/** A month of days to choose from. Arrow keys move by days and weeks, Page Up and Page Down by months. */
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { addDays, addMonths, firstWeekOf, isSameMonth, weekdayOf } from "../../core/ports/calendar.ts";
import { startOfDay } from "../../core/ports/clock.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";

interface CalendarProps {
  /** A time on the day to begin at. */
  readonly start_ms: number;
  /** A time on the last day that can be chosen. */
  readonly last_ms: number;
  /** Gets the start of the chosen day. */
  readonly onChoose: (day_ms: number) => void;
}

const WEEK = [0, 1, 2, 3, 4, 5, 6];
const WEEKS = [0, 1, 2, 3, 4, 5];

export function Calendar({ start_ms, last_ms, onChoose }: CalendarProps) {
  const format = useFormat();
  const last = startOfDay(last_ms);
  const [day, setDay] = useState(() => startOfDay(start_ms));
  const grid = useRef<HTMLTableElement>(null);
  const hasMoved = useRef(false);
  const move = (to_ms: number) => setDay(Math.min(to_ms, last));
  useEffect(() => {
    if (hasMoved.current) grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
    hasMoved.current = false;
  }, [day]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const to = dayAfterKey(event, day, format.firstWeekday());
    if (to === undefined) return;
    event.preventDefault();
    hasMoved.current = true;
    move(to);
  };
  const first = firstWeekOf(day, format.firstWeekday());
  const month = format.month(day);
  return (
    <div className="flex flex-col gap-2">
      <MonthBar day={day} onMove={(months) => move(addMonths(day, months))} />
      <table
        ref={grid}
        role="grid"
        lang={month.lang}
        aria-label={month.text}
        className="w-full table-fixed"
        onKeyDown={onKeyDown}
      >
        <Weekdays first={first} />
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {WEEK.map((weekday) => {
                const at_ms = addDays(first, 7 * week + weekday);
                return (
                  <Day
                    key={weekday}
                    at_ms={at_ms}
                    current={day}
                    isLater={at_ms > last}
                    onChoose={() => onChoose(at_ms)}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Weekdays({ first }: { readonly first: number }) {
  const format = useFormat();
  return (
    <thead>
      <tr>
        {WEEK.map((weekday) => (
          <th key={weekday} scope="col" className="pb-1 text-xs font-medium text-soft">
            {format.weekday(addDays(first, weekday)).text}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface MonthBarProps {
  readonly day: number;
  readonly onMove: (months: 1 | -1) => void;
}

function MonthBar({ day, onMove }: MonthBarProps) {
  const { t } = useLingui();
  const format = useFormat();
  return (
    <div className="flex items-center justify-between">
      <IconButton label={t`The month before`} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
      <p aria-live="polite" className="font-semibold">
        <Time value={format.month(day)} />
      </p>
      <IconButton label={t`The month after`} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden className="size-5 rtl:-scale-x-100" />
      </IconButton>
    </div>
  );
}

interface DayProps {
  readonly at_ms: number;
  /** The day in the tab order, whose month is shown. */
  readonly current: number;
  readonly isLater: boolean;
  readonly onChoose: () => void;
}

function Day({ at_ms, current, isLater, onChoose }: DayProps) {
  const format = useFormat();
  // Days of the neighbouring months keep their places empty, so that the grid has the same height in every month.
  if (!isSameMonth(at_ms, current)) return <td aria-hidden className="h-10 pointer-coarse:h-11" />;
  return (
    <td className="p-0 text-center" aria-selected={at_ms === current}>
      <button
        type="button"
        aria-label={format.wholeDay(at_ms).text}
        tabIndex={at_ms === current ? 0 : -1}
        disabled={isLater}
        onClick={onChoose}
        className={classes(
          "size-10 rounded-full tabular-nums hover:bg-hover disabled:text-soft disabled:opacity-55",
          at_ms === current && "bg-selected font-semibold",
        )}
      >
        {format.dayOfMonth(at_ms).text}
      </button>
    </td>
  );
}

function dayAfterKey({ key, currentTarget }: KeyboardEvent<HTMLElement>, day: number, firstWeekday: number) {
  const forward = getComputedStyle(currentTarget).direction === "rtl" ? -1 : 1;
  const weekday = weekdayOf(day, firstWeekday);
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -forward);
    case "ArrowRight":
      return addDays(day, forward);
    case "ArrowUp":
      return addDays(day, -7);
    case "ArrowDown":
      return addDays(day, 7);
    case "PageUp":
      return addMonths(day, -1);
    case "PageDown":
      return addMonths(day, 1);
    case "Home":
      return addDays(day, -weekday);
    case "End":
      return addDays(day, 6 - weekday);
    default:
      return undefined;
  }
}
