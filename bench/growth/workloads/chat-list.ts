/** listChats: the whole list, its first page, and the latency of other calls meanwhile. */
import { quantile } from "../../statistics.ts";
import { probeGetMeDuring, timeCalls, type Workload } from "../workload.ts";
import type { Dataset } from "../dataset.ts";

const CALLS = 7;
/** Rows of the first page, which a client renders first. */
const FIRST = 50;
/** Limits for the whole list of 2000 chats, and for its first page. */
const WHOLE_MS = 60;
const FIRST_MS = 15;
/** Limit for any single piece of work on the serving thread. */
const PROBE_MS = 10;

export const chatList: Workload = {
  name: "list of chats",
  async run(dataset) {
    const list = (params: object) => timeCalls(CALLS, () => read(dataset, params));
    const whole = await list({});
    const probe = await probeGetMeDuring(dataset, () => list({}));
    const first = await list({ limit: FIRST });
    return [
      { name: "listChats, p50", unit: "ms", value: quantile(whole), at_most: WHOLE_MS },
      { name: "getMe beside listChats, p99", unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
      { name: "getMe beside listChats, longest", unit: "ms", value: probe.longest_ms },
      { name: "first page of listChats, p50", unit: "ms", value: quantile(first), at_most: FIRST_MS },
    ];
  },
};

/** Reads the whole response as bytes, without parsing it. */
async function read({ service, alice }: Dataset, params: object): Promise<void> {
  const headers = { authorization: `Bearer ${alice.token}`, "content-type": "application/json" };
  const res = await fetch(`http://127.0.0.1:${service.port}/api/listChats`, {
    method: "POST",
    headers: { ...headers, "accept-encoding": "identity" },
    body: JSON.stringify(params),
  });
  const bytes = await res.arrayBuffer();
  if (!res.ok) throw new Error(`listChats returned status ${res.status} and ${bytes.byteLength} bytes`);
}
