/** A send, and a page of a history, one at a time. */
import { quantile } from "../../statistics.ts";
import { getMeBeside, timesOf, type Gauge } from "../gauge.ts";

const CALLS = 300;
/** What a call may take longer than on a small store; below a millisecond that is chance. */
const TIMES = 3;
/** What nothing on the serving thread may take longer than. */
const BESIDE_MS = 10;

export const calls: Gauge = {
  name: "calls",
  async measure(grown) {
    const { asBot, asPerson, chats } = grown;
    const chat_id = (i: number) => chats[i % chats.length]!;
    const sends = await timesOf(CALLS, (i) => asBot("sendMessage", { chat_id: chat_id(i), text: "hello" }));
    let pages: number[] = [];
    const beside = await getMeBeside(grown, async () => {
      pages = await timesOf(CALLS, (i) => asPerson("getHistory", { chat_id: chat_id(i) }));
    });
    return [
      { what: "sendMessage, p50", unit: "ms", value: quantile(sends), at_most_times: TIMES },
      { what: "getHistory, p50", unit: "ms", value: quantile(pages), at_most_times: TIMES },
      { what: "getMe beside getHistory, p99", unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
    ];
  },
};
