/** Loads the next page near either end of the loaded messages, and tries again when the connection is back. */
import { useEffect, useState } from "react";
import { retryDelay } from "../../core/api/errors.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { useStableCallback } from "../../core/client/use-stable-callback.ts";
import type { Row } from "../../core/model/messages/rows.ts";

interface PagingInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  /** The rows in the viewport. */
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  /** Whether the list has reached its initial position. */
  readonly settled: boolean;
}

/** The number of rows from an end at which the next page is loaded. */
const PREFETCH_ROWS = 12;

export function usePaging({ chat_id, rows, range, settled }: PagingInput): void {
  const { history } = useClient();
  const place = usePlace(chat_id);
  // A range that replaces another can have the same length, so the key of its last row is included.
  const loadedRange = `${place} ${rows.length} ${rows.at(-1)?.key}`;
  const nearStart = settled && (range?.startIndex ?? PREFETCH_ROWS) < PREFETCH_ROWS;
  const nearEnd = settled && (range?.endIndex ?? 0) > rows.length - PREFETCH_ROWS;
  useLoadPage(nearStart, loadedRange, () => history.loadOlder(place));
  useLoadPage(nearEnd, loadedRange, () => history.loadNewer(place));
}

/** Loads once for each loaded range, and retries after a failure, so that the user need not scroll again. */
function useLoadPage(enabled: boolean, loadedRange: string, load: () => Promise<void>): void {
  const { clock } = useClient().ports;
  const line = useClientState((state) => state.connection);
  const [tries, setTries] = useState(0);
  const loadLatest = useStableCallback(load);
  useEffect(() => {
    if (!enabled) return undefined;
    let cancelRetry: (() => void) | undefined;
    let cancelled = false;
    loadLatest().then(
      () => !cancelled && setTries(0),
      (error: unknown) => {
        if (!cancelled) cancelRetry = clock.after(retryDelay(error, tries), () => setTries(tries + 1));
      },
    );
    return () => {
      cancelled = true;
      cancelRetry?.();
    };
  }, [loadLatest, clock, enabled, loadedRange, line, tries]);
}
