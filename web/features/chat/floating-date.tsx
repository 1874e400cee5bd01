/** The day of the uppermost message, shown while the list scrolls. It opens the calendar. */
import { useLingui } from "@lingui/react/macro";
import { useNow } from "../../core/client/use-now.ts";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import { dateOf, type Row } from "../../core/model/messages/rows.ts";
import type { Scroll } from "./use-scroll.ts";
import { classes } from "../../ui/classes.ts";

interface FloatingDateProps {
  readonly rows: readonly Row[];
  readonly scroll: Pick<Scroll, "firstIndex" | "isScrolling">;
  readonly onChooseDay: (start_ms: number) => void;
}

/** It stays for a second and a half after the list has stopped. The keyboard opens the calendar in the menu of the chat. */
export function FloatingDate({ rows, scroll: { firstIndex, isScrolling }, onChooseDay }: FloatingDateProps) {
  const { t } = useLingui();
  const format = useFormat();
  const now_ms = useNow();
  // The line above unread messages has no date, but the row below it has.
  const date_s = rows
    .slice(firstIndex, firstIndex + 2)
    .map(dateOf)
    .find((date) => date !== undefined);
  if (date_s === undefined) return null;
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 z-10 flex justify-center">
      <button
        type="button"
        tabIndex={-1}
        title={t`Go to a day`}
        onClick={() => onChooseDay(date_s * 1000)}
        className={classes(
          "min-h-7 rounded-full border border-line bg-surface px-3 text-sm font-medium text-soft shadow-md shadow-shade",
          isScrolling
            ? "pointer-events-auto"
            : "invisible opacity-0 transition-[opacity,visibility] delay-1500 duration-300",
        )}
      >
        <Time value={format.day(date_s * 1000, now_ms)} />
      </button>
    </div>
  );
}
