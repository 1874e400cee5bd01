/** The list of a person's chats: as a whole, its first page, and what the service does for others meanwhile. */
import { quantile } from "../../statistics.ts";
import { getMeBeside, timesOf, type Gauge } from "../gauge.ts";

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
    let whole: number[] = [];
    const beside = await getMeBeside(grown, async () => {
      whole = await timesOf(CALLS, () => grown.asPerson("listChats", {}));
    });
    const first = await timesOf(CALLS, () => grown.asPerson("listChats", { limit: FIRST }));
    return [
      { what: "listChats, p50", unit: "ms", value: quantile(whole), at_most: WHOLE_MS },
      { what: "getMe beside listChats, longest", unit: "ms", value: beside.longest_ms, at_most: BESIDE_MS },
      { what: "first page of listChats, p50", unit: "ms", value: quantile(first), at_most: FIRST_MS },
    ];
  },
};
