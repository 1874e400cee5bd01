/** Lists and searches by name, one call at a time: their times, and the latency of other calls meanwhile. */
import { quantile } from "../../statistics.ts";
import { probeGetMeDuring, timeCalls, type Metric, type Workload } from "../workload.ts";
import type { Dataset } from "../dataset.ts";

const CALLS = 100;
/** A name with many matches, and one without a match, for which all rows are read. */
const COMMON = "person 1";
const NOBODY = "nobody is called so";
/** Limit for the 95th percentile. */
const CALL_MS = 50;
/** Limit for any single piece of work on the serving thread. */
const PROBE_MS = 10;

interface Request {
  readonly method: string;
  readonly params: object;
}

export const lists: Workload = {
  name: "lists",
  async run(dataset) {
    // The first call starts a reader process, which is stopped when it has been idle for a while.
    const [first] = await timeCalls(1, () => dataset.asPerson("search", { query: NOBODY }));
    const metrics: Metric[] = [{ name: "search by name, the first", unit: "ms", value: first! }];
    for (const { method, params } of requestsFor(dataset)) {
      let times: number[] = [];
      const probe = await probeGetMeDuring(dataset, async () => {
        times = await timeCalls(CALLS, () => dataset.asPerson(method, params));
      });
      const name_of_call = "query" in params ? `${method} by name` : method;
      metrics.push(
        { name: `${name_of_call}, p95`, unit: "ms", value: quantile(times, 0.95), at_most: CALL_MS },
        { name: `getMe beside ${name_of_call}, p99`, unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
      );
    }
    return metrics;
  },
};

function requestsFor({ large_chat }: Dataset): Request[] {
  const limit = 200;
  return [
    { method: "search", params: { query: COMMON } },
    { method: "listUsers", params: { query: NOBODY } },
    { method: "listMembers", params: { chat_id: large_chat, query: NOBODY } },
    { method: "listMembers", params: { chat_id: large_chat, limit } },
    { method: "listPeople", params: { query: NOBODY } },
    { method: "listPublicChats", params: { limit } },
    { method: "listAllChats", params: { limit } },
    { method: "listAllBots", params: { limit } },
    { method: "listAudit", params: { limit } },
    { method: "listInvitations", params: { limit } },
  ];
}
