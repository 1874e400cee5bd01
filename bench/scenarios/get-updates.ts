/** `getUpdates` of a hundred updates that wait already, and stay because no offset confirms them. */
import { call, post, say } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const UPDATES = 100;

export const getUpdates: Scenario = {
  name: `getUpdates of ${UPDATES}, 16 connections`,
  connections: 16,
  writes: false,
  requests: ({ poller }) => [post(`/bot${poller}/getUpdates`, { limit: UPDATES })],
  async prepare(heliogram) {
    const { port, cast } = heliogram;
    for (let n = 0; n < UPDATES; n++) await say(heliogram, cast.chats[0]!, `update ${n}`);
    const result = (await call(port, cast.poller, "getUpdates", { limit: UPDATES })) as unknown[];
    if (result.length !== UPDATES) throw new Error(`${result.length} updates wait, not ${UPDATES}`);
  },
};
