/** A second bot polls all the time, as bots do, and a person says something fifty times a second. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Subject } from "../subjects/subject.ts";
import { call, say } from "./requests.ts";

const PAUSE_MS = 20;

/** @returns what ends it, and throws what went wrong meanwhile */
export function keepPolling(subject: Subject): () => Promise<void> {
  const { port, cast } = subject;
  let going = true;
  const poll = async () => {
    for (let offset = 0; going;) {
      const updates = await call(port, cast.poller, "getUpdates", { offset, timeout: 1 });
      offset = ((updates as { update_id: number }[]).at(-1)?.update_id ?? offset - 1) + 1;
    }
  };
  const talk = async () => {
    for (let n = 0; going; n++) {
      await say(subject, cast.chats[n % cast.chats.length]!, `said ${n}`);
      await sleep(PAUSE_MS);
    }
  };
  const both = Promise.allSettled([poll(), talk()]);
  return async () => {
    going = false;
    const failed = (await both).find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  };
}
