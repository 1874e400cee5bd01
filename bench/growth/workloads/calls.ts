/** sendMessage and getHistory, one call at a time. */
import { quantile } from "../../statistics.ts";
import { probeGetMeDuring, timeCalls, type Workload } from "../workload.ts";

const CALLS = 300;
/** Limit relative to the small dataset. Times below a millisecond vary by chance. */
const TIMES = 3;
/** Limit for any single piece of work on the serving thread. */
const PROBE_MS = 10;

export const calls: Workload = {
  name: "calls",
  async run(dataset) {
    const { asBot, asPerson, chats } = dataset;
    const chat_id = (i: number) => chats[i % chats.length]!;
    const sends = await timeCalls(CALLS, (i) => asBot("sendMessage", { chat_id: chat_id(i), text: "hello" }));
    let pages: number[] = [];
    const probe = await probeGetMeDuring(dataset, async () => {
      pages = await timeCalls(CALLS, (i) => asPerson("getHistory", { chat_id: chat_id(i) }));
    });
    return [
      { name: "sendMessage, p50", unit: "ms", value: quantile(sends), at_most_times: TIMES },
      { name: "getHistory, p50", unit: "ms", value: quantile(pages), at_most_times: TIMES },
      { name: "getMe beside getHistory, p99", unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
    ];
  },
};
