/** Searching messages: seldom and frequent words, beginnings, several words, one chat, one sender. */
import { quantile } from "../../statistics.ts";
import { getMeBeside, timesOf, type Figure, type Gauge } from "../gauge.ts";
import type { Grown } from "../grown.ts";
import { COMMON, RARE, textOf } from "../words.ts";

/** Searches of each sort. */
const CALLS = 40;
const P95_MS = 50;
/** So many searches in a row that take no longer than this have no unseen messages to look at. */
const QUICK_CALLS = 10;
const QUICK_MS = 20;
/** What nothing on the serving thread may take longer than. */
const BESIDE_MS = 10;

export const search: Gauge = {
  name: "search",
  async measure(grown) {
    const figures: Figure[] = [{ what: "search index has caught up after", unit: "s", value: await caughtUp(grown) }];
    const beside = await getMeBeside(grown, async () => {
      for (const [what, params] of sortsOf(grown)) {
        const times = await timesOf(CALLS, (i) => grown.asPerson("searchMessages", { limit: 50, ...params(i) }));
        figures.push(
          { what: `searchMessages, ${what}, p50`, unit: "ms", value: quantile(times) },
          { what: `searchMessages, ${what}, p95`, unit: "ms", value: quantile(times, 0.95), at_most: P95_MS },
        );
      }
    });
    return [
      ...figures,
      { what: "getMe beside searchMessages, p99", unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
      { what: "getMe beside searchMessages, longest", unit: "ms", value: beside.longest_ms },
    ];
  },
};

/** A word that is nowhere is looked for at once when the index has seen all messages. @returns seconds until then */
async function caughtUp({ asPerson }: Grown): Promise<number> {
  const began = performance.now();
  for (let quick = 0; quick < QUICK_CALLS;) {
    const [ms] = await timesOf(1, async () => {
      const page = (await asPerson("searchMessages", { query: "xylophonist" })) as { next?: string; indexing: boolean };
      if (page.next !== undefined || page.indexing) quick = -1;
    });
    quick = ms! < QUICK_MS ? quick + 1 : 0;
    if (quick === 0) await new Promise((done) => setTimeout(done, QUICK_MS));
  }
  return (performance.now() - began) / 1000;
}

type Sort = readonly [what: string, params: (i: number) => object];

function sortsOf({ size, chats, bot }: Grown): readonly Sort[] {
  const words = (i: number) => textOf(i * 997, size.messages).split(" ");
  const chat_id = (i: number) => chats[i % chats.length]!;
  return [
    ["seldom word", () => ({ query: RARE })],
    ["frequent word", () => ({ query: COMMON })],
    ["any word", (i) => ({ query: words(i)[i % 8] })],
    ["beginning", (i) => ({ query: words(i)[i % 8]!.slice(0, 2 + (i % 4)) })],
    ["two words", (i) => ({ query: words(i).slice(0, 2).join(" ") })],
    ["in one chat", (i) => ({ query: words(i)[i % 8], chat_id: chat_id(i) })],
    ["seldom word in one chat", (i) => ({ query: RARE, chat_id: chat_id(i) })],
    ["of one sender", (i) => ({ query: words(i)[i % 8], from_id: bot.id })],
  ];
}
