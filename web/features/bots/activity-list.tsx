/** A list whose first entries are shown, and all of them on request. */
import { Trans } from "@lingui/react/macro";
import { useId, useState, type ReactNode } from "react";
import { useFormat } from "../../i18n/format.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { arrowList } from "../../ui/focus/arrow-list.ts";

interface ActivityListProps<T> {
  readonly label: string;
  readonly entries: readonly T[];
  readonly identify: (entry: T) => string;
  readonly empty: ReactNode;
  readonly children: (entry: T) => ReactNode;
}

const SHOWN_ENTRIES = 5;

export function ActivityList<T>({ label, entries, identify, empty, children }: ActivityListProps<T>) {
  const id = useId();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? entries : entries.slice(0, SHOWN_ENTRIES);
  const keys = uniqueKeys(shown.map(identify));
  return (
    <div className="flex flex-col gap-2">
      <h3 id={id} className="text-sm font-semibold">
        {label}
      </h3>
      {entries.length === 0 ? (
        <p className="text-soft">{empty}</p>
      ) : (
        <ul ref={arrowList} aria-labelledby={id} className="divide-y divide-line rounded-xl border border-line">
          {shown.map((entry, i) => (
            <li key={keys[i]} className="flex items-center gap-2 py-2 ps-3 pe-1">
              {children(entry)}
            </li>
          ))}
        </ul>
      )}
      {entries.length > SHOWN_ENTRIES && (
        <Button
          variant="soft"
          size="small"
          className="self-start"
          aria-expanded={isOpen}
          aria-describedby={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <Trans>Show fewer</Trans> : <Trans>Show all {format.count(entries.length)}</Trans>}
        </Button>
      )}
    </div>
  );
}

/** Several calls of one trace may have been answered in one millisecond. */
function uniqueKeys(keys: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return keys.map((key) => {
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key} ${count}`;
  });
}
