/** markDelivered: moves the person's delivered pointers forward, of many chats at once. */
import { tellsDelivery } from "../../domain/chats.ts";
import { findAccount } from "../../store/accounts.ts";
import { findPrivateChat } from "../../store/chats.ts";
import { moveDeliveredPointer } from "../../store/history.ts";
import { lastMessageId } from "../../store/streams.ts";
import { arrayOf, described, messageId, object, userId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

/** A client back after a long time has more to tell, and does so in several calls. */
const MAX_CHATS = 100;

const PLACE = object(
  { chat_id: described(userId(), "The other person."), message_id: messageId() },
  { syntax: "can't parse chats", shape: "invalid chats: objects are expected" },
);

export const markDelivered = webMethod({
  name: "markDelivered",
  summary:
    "Tells that a device of the person's has the messages of private chats up to these; of chats with bots, and of groups and channels, nothing is kept.",
  effect: "write",
  access: { scope: "self" },
  fields: { chats: arrayOf(PLACE, { max: MAX_CHATS }) },
  result: schemas.True,
  codes: [400, 401],
  refusals: [],
  example: { request: { chats: [{ chat_id: 1002, message_id: 3 }] }, result: true },
  async run({ tx, actor }, { chats }) {
    // In one order, so that two calls of the person's do not wait for each other in a circle.
    for (const { chat_id, message_id } of chats.toSorted((a, b) => a.chat_id - b.chat_id)) {
      const chat = await findPrivateChat(tx, actor.id, chat_id);
      const other = chat && (await findAccount(tx, chat_id));
      if (!chat || !other || !tellsDelivery(actor, other)) continue;
      const upTo = Math.min(message_id, await lastMessageId(tx, chat.id));
      if (!(await moveDeliveredPointer(tx, chat.id, actor.id, upTo))) continue;
      const body = JSON.stringify({ delivered_up_to: upTo });
      tx.append({ stream: chat.id, kind: "delivered", ref: actor.id, body });
    }
    return true;
  },
});
