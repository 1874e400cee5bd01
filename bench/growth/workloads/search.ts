/** searchMessages: rare and frequent words, prefixes, several words, one chat, one sender, dates, quiet chats. */
import { quantile } from "../../statistics.ts";
import { probeGetMeDuring, timeCalls, waitUntilIdle, type Metric, type Workload } from "../workload.ts";
import type { Dataset } from "../dataset.ts";
import { COMMON_WORD, RARE_WORD, textOf } from "../message-text.ts";

/** Calls of each kind. */
const CALLS = 40;
const P95_MS = 50;
/** The index counts as complete after this many consecutive searches within this time. */
const QUICK_CALLS = 10;
const QUICK_MS = 20;
/** Limit for any single piece of work on the serving thread. */
const PROBE_MS = 10;

export const search: Workload = {
  name: "search",
  async run(dataset) {
    const metrics: Metric[] = [
      { name: "search index has caught up after", unit: "s", value: await waitForIndex(dataset) },
    ];
    // Once it has all messages, the index merges its lists.
    await waitUntilIdle(dataset.service.pid);
    const probe = await probeGetMeDuring(dataset, async () => {
      for (const [what, params, who] of kindsOf(dataset)) {
        const times = await timeCalls(CALLS, (i) =>
          dataset.asPerson("searchMessages", { limit: 50, ...params(i) }, who),
        );
        metrics.push(
          { name: `searchMessages, ${what}, p50`, unit: "ms", value: quantile(times) },
          { name: `searchMessages, ${what}, p95`, unit: "ms", value: quantile(times, 0.95), at_most: P95_MS },
        );
      }
    });
    return [
      ...metrics,
      { name: "getMe beside searchMessages, p99", unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
      { name: "getMe beside searchMessages, longest", unit: "ms", value: probe.longest_ms },
    ];
  },
};

/** Waits until the index has all messages: then a search for an unknown word is fast. @returns seconds */
async function waitForIndex({ asPerson }: Dataset): Promise<number> {
  const began = performance.now();
  for (let fast_calls = 0; fast_calls < QUICK_CALLS;) {
    const [ms] = await timeCalls(1, async () => {
      const page = (await asPerson("searchMessages", { query: "xylophonist" })) as { next?: string; indexing: boolean };
      if (page.next !== undefined || page.indexing) fast_calls = -1;
    });
    fast_calls = ms! < QUICK_MS ? fast_calls + 1 : 0;
    if (fast_calls === 0) await new Promise((done) => setTimeout(done, QUICK_MS));
  }
  return (performance.now() - began) / 1000;
}

type SearchKind = readonly [what: string, params: (i: number) => object, who?: Dataset["quinn"]];

/** Quinn's chats have one message each, so almost all messages that have a word are in chats of others. */
function kindsOf({ size, chats, bot, quinn, filled }: Dataset): readonly SearchKind[] {
  const words = (i: number) => textOf(i * 997, size.messages).split(" ");
  const chat_id = (i: number) => chats[i % chats.length]!;
  const tenth_s = Math.ceil((filled.until_s - filled.from_s) / 10);
  const dates = (i: number) => {
    const since = filled.from_s + (i % 10) * tenth_s;
    return { since, until: since + tenth_s };
  };
  return [
    ["rare word", () => ({ query: RARE_WORD })],
    ["frequent word", () => ({ query: COMMON_WORD })],
    ["any word", (i) => ({ query: words(i)[i % 8] })],
    ["prefix", (i) => ({ query: words(i)[i % 8]!.slice(0, 2 + (i % 4)) })],
    ["two words", (i) => ({ query: words(i).slice(0, 2).join(" ") })],
    ["in one chat", (i) => ({ query: words(i)[i % 8], chat_id: chat_id(i) })],
    ["rare word in one chat", (i) => ({ query: RARE_WORD, chat_id: chat_id(i) })],
    ["of one sender", (i) => ({ query: words(i)[i % 8], from_id: bot.id })],
    ["between dates", (i) => ({ query: words(i)[i % 8], ...dates(i) })],
    ["frequent word in quiet chats", () => ({ query: COMMON_WORD }), quinn],
    ["any word in quiet chats", (i) => ({ query: words(i)[i % 8] }), quinn],
    ["two words in quiet chats", (i) => ({ query: words(i).slice(0, 2).join(" ") }), quinn],
    ["of one sender in quiet chats", (i) => ({ query: words(i)[i % 8], from_id: bot.id }), quinn],
  ];
}
