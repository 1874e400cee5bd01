/** Prints the lists of developer mode. */
import type { Arguments } from "../arguments.ts";
import { UsageError } from "../errors.ts";
import type { Call } from "./client.ts";

/** Seconds that one request waits for news. */
const WAIT_S = 50;

interface List {
  readonly method: string;
  readonly entries: string;
  readonly line: (entry: never) => string;
}

/** Prints the newest entries; with `--follow` also those that come, until the process is ended. */
export async function list(call: Call, { texts, flags }: Arguments, { method, entries, line }: List): Promise<void> {
  const filter: Record<string, unknown> = { with_bodies: flags.get("json") ?? false };
  for (const [name, value] of texts) filter[name] = value;
  if (filter.code !== undefined && !/^\d{3}$/.test(String(filter.code))) throw new UsageError("--code needs a status");
  if (flags.get("why")) filter.state = "not_made";
  for (let position: object | undefined; ;) {
    const waiting = position === undefined ? {} : { ...position, timeout: WAIT_S };
    const page = (await call(`/developer/${method}`, { ...filter, ...waiting })) as Record<string, unknown>;
    for (const entry of page[entries] as never[])
      process.stdout.write(`${flags.get("json") ? JSON.stringify(entry) : line(entry)}\n`);
    if (!flags.get("follow")) return;
    position = { after: page.revision, log: page.log };
  }
}
