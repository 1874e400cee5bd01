/** A list of the developer API that is kept current while it is shown. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiError } from "../../core/api/errors.ts";
import { useClient } from "../../core/client/context.tsx";
import { CONSOLE_KEY } from "../console/use-console.ts";
import { EXISTS_KEY } from "./read-only.ts";
import { useWorld } from "./use-world.ts";
import { followLog, type LogEntry, type LogSource } from "./live-log.ts";

export interface LiveLog<T> {
  /** `undefined` until the first page has arrived. */
  readonly entries: readonly T[] | undefined;
  readonly error: unknown;
  /** The log in which the entries have their ids; `undefined` until it is known. */
  readonly log: string | undefined;
}

/** Read anew when the filter or the world changes. */
export function useLiveLog<T extends LogEntry, F extends object>(source: LogSource<T, F>, filter: F): LiveLog<T> {
  const { clock } = useClient().ports;
  const { world } = useWorld();
  const key = JSON.stringify({ ...filter, world });
  const [log, setLog] = useState<LiveLog<T> & { readonly key: string }>();
  const queries = useQueryClient();
  useEffect(() => {
    const onChange = (entries: readonly T[], error: unknown, log?: string) => {
      setLog({ key, entries, error, log });
      // The console was disabled: what surrounds the list changes too.
      if (!(error instanceof ApiError) || error.reason !== "CONSOLE_OFF") return;
      for (const queryKey of [EXISTS_KEY, CONSOLE_KEY]) void queries.invalidateQueries({ queryKey });
    };
    return followLog(clock, source, JSON.parse(key) as F, onChange);
  }, [clock, source, key, queries]);
  return log?.key === key ? log : { entries: undefined, error: undefined, log: undefined };
}
