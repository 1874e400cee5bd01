/** What each of the bots does when it is told `/flood`: it sends more at once than a chat may have. */
import { setTimeout as sleep } from "node:timers/promises";

/** Sends two messages side by side; where an error says so, it waits and sends the same one again. */
export async function flood(send, refusal) {
  await Promise.all(
    ["flood 1", "flood 2"].map(async (text) => {
      try {
        await send(text);
      } catch (error) {
        const { code, retry_after } = refusal(error);
        console.log(`refused with ${code}, retry after ${retry_after}`);
        await sleep(retry_after * 1000);
        await send(text);
      }
    }),
  );
}
