/** Lists, and searches by a piece of a name, one at a time: what each takes, and what others see of it. */
import { quantile } from "../../statistics.ts";
import { getMeBeside, timesOf, type Figure, type Gauge } from "../gauge.ts";
import type { Grown } from "../grown.ts";

const CALLS = 100;
/** Of a name that many have, and of one that nobody has: then everything is read. */
const COMMON = "person 1";
const NOBODY = "nobody is called so";
/** What a search by name is to stay below, at 95 of 100 calls. */
const CALL_MS = 50;
/** What nothing on the serving thread may take longer than. */
const BESIDE_MS = 10;

interface Asked {
  readonly method: string;
  readonly params: object;
}

export const lists: Gauge = {
  name: "lists",
  async measure(grown) {
    // The first one starts a process, which ends when nobody has needed it for a while.
    const [first] = await timesOf(1, () => grown.asPerson("search", { query: NOBODY }));
    const figures: Figure[] = [{ what: "search by name, the first", unit: "ms", value: first! }];
    for (const { method, params } of asked(grown)) {
      let times: number[] = [];
      const beside = await getMeBeside(grown, async () => {
        times = await timesOf(CALLS, () => grown.asPerson(method, params));
      });
      const what = "query" in params ? `${method} by name` : method;
      figures.push(
        { what: `${what}, p95`, unit: "ms", value: quantile(times, 0.95), at_most: CALL_MS },
        { what: `getMe beside ${what}, p99`, unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
      );
    }
    return figures;
  },
};

function asked({ crowded }: Grown): Asked[] {
  const limit = 200;
  return [
    { method: "search", params: { query: COMMON } },
    { method: "listUsers", params: { query: NOBODY } },
    { method: "listMembers", params: { chat_id: crowded, query: NOBODY } },
    { method: "listMembers", params: { chat_id: crowded, limit } },
    { method: "listPeople", params: { query: NOBODY } },
    { method: "listPublicChats", params: { limit } },
    { method: "listAllChats", params: { limit } },
    { method: "listAllBots", params: { limit } },
    { method: "listAudit", params: { limit } },
    { method: "listInvitations", params: { limit } },
  ];
}
