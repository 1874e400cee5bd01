/** A long list of entries, the newest first. Only the rows near the viewport are rendered. */
import { Link } from "@tanstack/react-router";
import { useLayoutEffect, useMemo, useRef, type ReactNode, type RefObject } from "react";
import { useRovingRows } from "../lists/use-roving-rows.ts";
import { useVisibleRows } from "../lists/use-visible-rows.ts";
import { useErrorMessage } from "../rights/use-error-message.ts";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import type { LogEntry } from "./live-log.ts";
import type { LiveLog } from "./use-live-log.ts";

interface LogListProps<T> {
  readonly label: string;
  /** The id of the selected entry. */
  readonly selected: number | undefined;
  readonly log: LiveLog<T>;
  readonly empty: ReactNode;
  readonly children: (entry: T) => ReactNode;
}

const ROW_HEIGHT_REM = 3.75;

export function LogList<T extends LogEntry>({ label, selected, log, empty, children }: LogListProps<T>) {
  const { entries, error } = log;
  const scroller = useRef<HTMLDivElement>(null);
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      {error !== undefined && <ErrorNote error={error} />}
      {!entries && error === undefined && <ListSkeleton />}
      {entries?.length === 0 && error === undefined && <p className="p-8 text-center text-soft">{empty}</p>}
      {entries && entries.length > 0 && (
        <Rows label={label} selected={selected} entries={entries} scroller={scroller}>
          {children}
        </Rows>
      )}
    </div>
  );
}

interface RowsProps<T> extends Pick<LogListProps<T>, "label" | "selected" | "children"> {
  readonly entries: readonly T[];
  readonly scroller: RefObject<HTMLDivElement | null>;
}

function Rows<T extends LogEntry>({ label, selected, entries, scroller, children }: RowsProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { from, to: end } = useVisibleRows(entries.length, list, scroller);
  const ids = useMemo(() => entries.map(({ id }) => id), [entries]);
  const { active, ...handlers } = useRovingRows({ list, ids, preferred: selected });
  useKeepPosition(entries, list, scroller);
  return (
    <ul
      ref={list}
      aria-label={label}
      className="relative"
      style={{ blockSize: `${entries.length * ROW_HEIGHT_REM}rem` }}
      {...handlers}
    >
      {entries.map((entry, index) => {
        if ((index < from || index >= end) && index !== active) return null;
        return (
          <li
            key={entry.id}
            aria-setsize={entries.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 border-b border-line"
            style={{ insetBlockStart: `${index * ROW_HEIGHT_REM}rem`, blockSize: `${ROW_HEIGHT_REM}rem` }}
          >
            <Link
              to="."
              search={(before: object) => ({ ...before, entry: entry.id })}
              data-row={entry.id}
              data-entry={entry.id}
              tabIndex={index === active ? 0 : -1}
              className="flex h-full flex-col justify-center gap-0.5 px-4 outline-offset-[-2px] hover:inset-ring hover:inset-ring-muted-fill aria-[current=page]:inset-ring-2 aria-[current=page]:inset-ring-accent aria-[current=page]:outline-offset-[-6px]"
              activeOptions={{ exact: true, includeSearch: true }}
            >
              {children(entry)}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** New rows above what is being read do not move it. */
function useKeepPosition<T extends LogEntry>(
  entries: readonly T[],
  list: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): void {
  const before = useRef(entries);
  useLayoutEffect(() => {
    const first = before.current[0]?.id;
    before.current = entries;
    const [inner, outer] = [list.current, scroller.current];
    if (!inner || !outer || outer.scrollTop === 0) return;
    const added = entries.findIndex(({ id }) => id === first);
    if (added > 0) outer.scrollTop += (added * inner.offsetHeight) / entries.length;
  }, [entries, list, scroller]);
}

function ErrorNote({ error }: { readonly error: unknown }) {
  const errorMessage = useErrorMessage();
  return (
    <p role="alert" className="p-4 text-danger">
      {errorMessage(error)}
    </p>
  );
}

function ListSkeleton() {
  return (
    <div className="flex flex-col gap-4 p-4">
      {Array.from({ length: 6 }, (_, i) => (
        <Skeleton key={i} className="h-8" />
      ))}
    </div>
  );
}
