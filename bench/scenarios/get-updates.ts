/** `getUpdates` of a hundred pending updates. They stay pending, because no offset confirms them. */
import { call, post, sendAsPerson } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

const UPDATES = 100;

export const getUpdates: Scenario = {
  name: `getUpdates of ${UPDATES}, 16 connections`,
  connections: 16,
  writes: false,
  requests: ({ poller }) => [post(`/bot${poller}/getUpdates`, { limit: UPDATES })],
  async prepare(heliogram) {
    const { port, accounts } = heliogram;
    for (let n = 0; n < UPDATES; n++) await sendAsPerson(heliogram, accounts.chats[0]!, `update ${n}`);
    const result = (await call(port, accounts.poller, "getUpdates", { limit: UPDATES })) as unknown[];
    if (result.length !== UPDATES) throw new Error(`${result.length} updates are pending, not ${UPDATES}`);
  },
};
