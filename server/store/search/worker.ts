/** The thread of the search index: follows the store and answers questions between two steps. */
import { parentPort, workerData } from "node:worker_threads";
import type { Follower } from "./follower.ts";
import { PostgresFollower } from "./postgres-follower.ts";
import type { Progress } from "./search-index.ts";
import { SqliteFollower } from "./sqlite-follower.ts";
import type { Place } from "./open.ts";
import type { FromThread, ToThread } from "./thread.ts";

/** Milliseconds until a step that is not due at once. */
const IDLE_MS = 200;
/** Share of the time in which older messages are indexed. The rest is left to the service. */
const REST_SHARE = 1;
/** Milliseconds before a failed step is repeated. */
const AGAIN_MS = 1000;
/** Milliseconds between two progress messages. */
const TELL_MS = 500;

const port = parentPort!;
const tell = (message: FromThread) => port.postMessage(message);
const say = (sentence: string) => tell({ kind: "said", sentence });

const place = workerData as Place;
const follower: Follower = place.engine === "sqlite" ? new SqliteFollower(place, say) : new PostgresFollower(place);

let isClosing = false;
let wake = () => {};

port.on("message", (message: ToThread) => {
  if (message.kind === "close") {
    isClosing = true;
    follower.interrupt?.();
    wake();
    return;
  }
  if (message.kind === "lease") {
    follower.setLease(message.lease);
    return;
  }
  const { number, question } = message;
  follower.find(question).then(
    (found) => tell({ kind: "found", number, found }),
    (error: unknown) => tell({ kind: "failed", number, error }),
  );
});

/** A step that fails (disk full, database unavailable) is repeated. Searches use what is indexed meanwhile. */
async function fail(error: unknown): Promise<undefined> {
  if (!isClosing) tell({ kind: "fault", error });
  await pause(AGAIN_MS);
}

let told: Progress | undefined;
let told_ms = 0;

async function run(): Promise<void> {
  while (!isClosing) {
    const began_ms = performance.now();
    const step = await follower.step().catch(fail);
    if (!step) continue;
    const { didWork, hasMore, didBuild, progress, isKept } = step;
    const now_ms = performance.now();
    if (isKept && (!didWork || now_ms - told_ms > TELL_MS) && !isSame(progress, told)) {
      tell({ kind: "progress", progress });
      told = progress;
      told_ms = now_ms;
    }
    await pause(didBuild ? (now_ms - began_ms) * REST_SHARE : hasMore ? 0 : IDLE_MS);
  }
  await follower.close();
  port.close();
}

/** Also with a pause of 0, lets pending questions be answered. */
function pause(for_ms: number): Promise<void> {
  return new Promise((done) => {
    if (isClosing) return done();
    const timer = setTimeout(done, for_ms);
    wake = () => {
      clearTimeout(timer);
      done();
    };
  });
}

function isSame(a: Progress, b: Progress | undefined): boolean {
  return b !== undefined && a.low === b.low && a.high === b.high && a.change === b.change;
}

await run();
