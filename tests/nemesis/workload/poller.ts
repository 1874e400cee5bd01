/** A bot that polls and confirms without end, through whatever node the balancer chooses. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../support/json.ts";
import type { History } from "../history.ts";
import { tryCall } from "./calls.ts";
import { seenUpdate } from "./updates.ts";

const TIMEOUT_S = 5;
const AGAIN_MS = 100;
/** Every so many polls one asks without an offset, as a program does that was started anew. */
const ANEW_EVERY = 9;

export interface PollerOptions {
  readonly history: History;
  readonly name: string;
  /** What the names of methods are appended to. */
  readonly url: string;
  readonly ended: AbortSignal;
}

/** Polls until the end, and then until nothing is left. */
export async function pollWithoutEnd({ history, name, url, ended }: PollerOptions): Promise<void> {
  let highest = 0;
  for (let n = 1; ; n++) {
    const isLast = ended.aborted;
    const confirms = n % ANEW_EVERY === 0 ? 0 : highest;
    const outcome = await history.record(name, { what: "poll", bot: name, confirms }, async () => {
      const offset = confirms === 0 ? {} : { offset: confirms + 1 };
      const polled = await tryCall(`${url}/getUpdates`, { ...offset, timeout: isLast ? 0 : TIMEOUT_S });
      return polled.how === "ok" ? { how: "ok", result: (polled.result as Json[]).map(seenUpdate) } : polled;
    });
    if (outcome.how !== "ok") {
      await sleep(AGAIN_MS);
      continue;
    }
    const updates = outcome.result as ReturnType<typeof seenUpdate>[];
    if (isLast && confirms > 0 && updates.length === 0) return;
    highest = Math.max(highest, updates.at(-1)?.update_id ?? 0);
  }
}
