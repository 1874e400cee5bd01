/** markDelivered: moves the person's delivery pointers of several chats forward. */
import { MAX_DELIVERED_CHATS } from "@heliogram/shared/limits.ts";
import { markDelivered as noteDelivery } from "../../app/messages/receipts.ts";
import { showsDeliveryReceipts } from "../../domain/chats.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findPrivateChat } from "../../store/queries/chats/chats.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { arrayOf, described, messageId, object, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

const PLACE = object(
  { chat_id: described(userId(), "The other person."), message_id: messageId() },
  { syntax: "can't parse chats", shape: "invalid chats: objects are expected" },
);

export const markDelivered = userMethod({
  name: "markDelivered",
  summary:
    "Reports that a device of the person has received the messages of private chats up to these; for chats with bots, groups and channels nothing is stored.",
  effect: "write",
  access: { scope: "self" },
  fields: { chats: arrayOf(PLACE, { max: MAX_DELIVERED_CHATS }) },
  example: { request: { chats: [{ chat_id: 1002, message_id: 3 }] }, result: true },
  async run({ tx, actor }, { chats }) {
    // Sorted, so that two calls of the same person cannot deadlock.
    for (const { chat_id, message_id } of chats.toSorted((a, b) => a.chat_id - b.chat_id)) {
      const chat = await findPrivateChat(tx, actor.id, chat_id);
      const other = chat && (await findAccount(tx, chat_id));
      if (!chat || !other || !showsDeliveryReceipts(actor, other)) continue;
      await noteDelivery(tx, chat.id, actor.id, Math.min(message_id, await lastMessageId(tx, chat.id)));
    }
    return true;
  },
});
