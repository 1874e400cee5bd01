/** The list of a person's chats: as a whole, its first page, and what the service does for others meanwhile. */
import { quantile } from "../../statistics.ts";
import { getMeBeside, timesOf, type Gauge } from "../gauge.ts";
import type { Grown } from "../grown.ts";

const CALLS = 7;
/** Rows of the first page: what a client paints first. */
const FIRST = 50;
/** What the whole list of two thousand chats may take, and its first page. */
const WHOLE_MS = 60;
const FIRST_MS = 15;
/** What nothing on the serving thread may take longer than. */
const BESIDE_MS = 10;

export const chatList: Gauge = {
  name: "list of chats",
  async measure(grown) {
    const list = (params: object) => timesOf(CALLS, () => read(grown, params));
    const whole = await list({});
    const beside = await getMeBeside(grown, () => list({}));
    const first = await list({ limit: FIRST });
    return [
      { what: "listChats, p50", unit: "ms", value: quantile(whole), at_most: WHOLE_MS },
      { what: "getMe beside listChats, p99", unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
      { what: "getMe beside listChats, longest", unit: "ms", value: beside.longest_ms },
      { what: "first page of listChats, p50", unit: "ms", value: quantile(first), at_most: FIRST_MS },
    ];
  },
};

/** Until the whole answer is here, as bytes: what a client makes of them is not the service's time. */
async function read({ service, alice }: Grown, params: object): Promise<void> {
  const headers = { authorization: `Bearer ${alice.token}`, "content-type": "application/json" };
  const res = await fetch(`http://127.0.0.1:${service.port}/api/listChats`, {
    method: "POST",
    headers: { ...headers, "accept-encoding": "identity" },
    body: JSON.stringify(params),
  });
  const bytes = await res.arrayBuffer();
  if (!res.ok) throw new Error(`listChats was answered ${res.status} and ${bytes.byteLength} bytes`);
}
