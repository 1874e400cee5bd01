/** Traffic beside the load: one bot polls all the time, and a person sends up to 50 messages a second. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Target } from "../targets/target.ts";
import { call, sendAsPerson } from "./requests.ts";

const PAUSE_MS = 20;

/** @returns a function that stops the traffic and throws the first error that occurred in it */
export function startBackgroundTraffic(target: Target): () => Promise<void> {
  const { port, accounts } = target;
  let running = true;
  const poll = async () => {
    for (let offset = 0; running;) {
      const updates = await call(port, accounts.poller, "getUpdates", { offset, timeout: 1 });
      offset = ((updates as { update_id: number }[]).at(-1)?.update_id ?? offset - 1) + 1;
    }
  };
  const talk = async () => {
    for (let n = 0; running; n++) {
      await sendAsPerson(target, accounts.chats[n % accounts.chats.length]!, `message ${n}`);
      await sleep(PAUSE_MS);
    }
  };
  const both = Promise.allSettled([poll(), talk()]);
  return async () => {
    running = false;
    const failed = (await both).find((each) => each.status === "rejected");
    if (failed) throw failed.reason;
  };
}
