/** Near either end of what is held of a chat, the next page is asked for; also again when the line is back. */
import { useEffect, useState } from "react";
import { pauseBefore } from "../api/failure.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { useSteady } from "../client/use-steady.ts";
import type { Row } from "../model/rows.ts";

interface PagingInput {
  readonly chat_id: number;
  readonly rows: readonly Row[];
  /** The rows in sight. */
  readonly range: { readonly startIndex: number; readonly endIndex: number } | null;
  /** Whether the list is where it opens. */
  readonly settled: boolean;
}

/** Rows from an end at which the next page is asked for. */
const NEAR = 12;

export function usePaging({ chat_id, rows, range, settled }: PagingInput): void {
  const { history } = useClient();
  // A stretch that takes the place of another may be as long.
  const stretch = `${chat_id} ${rows.length} ${rows.at(-1)?.key}`;
  const nearStart = settled && (range?.startIndex ?? NEAR) < NEAR;
  const nearEnd = settled && (range?.endIndex ?? 0) > rows.length - NEAR;
  usePage(nearStart, stretch, () => history.loadOlder(chat_id));
  usePage(nearEnd, stretch, () => history.loadNewer(chat_id));
}

/** Asks once for each stretch, and again where that fails: whoever waits at the end need not scroll to and fro for it. */
function usePage(wanted: boolean, stretch: string, load: () => Promise<void>): void {
  const { clock } = useClient().ports;
  const line = useClientState((state) => state.line);
  const [tries, setTries] = useState(0);
  const ask = useSteady(load);
  useEffect(() => {
    if (!wanted) return undefined;
    let callOff: (() => void) | undefined;
    let over = false;
    ask().then(
      () => !over && setTries(0),
      (error: unknown) => {
        if (!over) callOff = clock.after(pauseBefore(error, tries), () => setTries(tries + 1));
      },
    );
    return () => {
      over = true;
      callOff?.();
    };
  }, [ask, clock, wanted, stretch, line, tries]);
}
