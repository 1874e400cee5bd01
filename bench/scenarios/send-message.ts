/** `sendMessage` into fifty chats, while another bot polls. Each response means that the message is on disk. */
import type { Accounts } from "../targets/target.ts";
import { startBackgroundTraffic } from "./background-traffic.ts";
import { post } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

function requests({ sender, chats }: Accounts): string[] {
  return chats.map((chat_id, i) => {
    const text = `Message ${i} of the usual length, as people write them all day long`;
    return post(`/bot${sender}/sendMessage`, { chat_id, text, disable_notification: false });
  });
}

export function sendMessage(connections: number): Scenario {
  return {
    name: `sendMessage, ${connections} connections`,
    connections,
    writes: true,
    requests,
    background: startBackgroundTraffic,
  };
}
