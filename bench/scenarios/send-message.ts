/** `sendMessage` into fifty chats, each answer a message on disk, while another bot polls. */
import type { Cast } from "../subjects/subject.ts";
import { keepPolling } from "./polling.ts";
import { post } from "./requests.ts";
import type { Scenario } from "./scenario.ts";

function requests({ sender, chats }: Cast): string[] {
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
    meanwhile: keepPolling,
  };
}
