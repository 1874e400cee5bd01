/** A list of the developer API that is kept current while it is shown. */
import { useEffect, useState } from "react";
import { useClient } from "../../core/client/context.tsx";
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
  useEffect(() => {
    const onChange = (entries: readonly T[], error: unknown, log?: string) => setLog({ key, entries, error, log });
    return followLog(clock, source, JSON.parse(key) as F, onChange);
  }, [clock, source, key]);
  return log?.key === key ? log : { entries: undefined, error: undefined, log: undefined };
}
