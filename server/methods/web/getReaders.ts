/** getReaders: who has read a message, where the chat is small enough to tell. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { FEW_MEMBERS, tellsReaders } from "../../domain/chats.ts";
import { View } from "../../present/view.ts";
import { readersOf } from "../../store/members.ts";
import { chatId, messageId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, schemas } from "../schemas.ts";

export const getReaders = webMethod({
  name: "getReaders",
  summary: `Tells who has read a message in a private chat or a group of at most ${FEW_MEMBERS} members, its sender aside.`,
  effect: "read",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to tell the readers of" },
  fields: { chat_id: chatId(), message_id: messageId() },
  result: arrayOfSchema(schemas.User),
  codes: [400, 401, 403, 404],
  refusals: ["READERS_NOT_TOLD"],
  example: {
    request: { chat_id: -1_000_000_000_001, message_id: 7 },
    result: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }],
  },
  async run({ tx, actor, chat, message, deps, fail }) {
    if (!tellsReaders(chat)) return fail("READERS_NOT_TOLD");
    // Who is missing from the list would be known as the one who spoke for the group.
    const aside = message.sender_chat_id === null ? message.sender_id : 0;
    const view = new View(tx, actor, deps.env.fileIds);
    const readers: Wire.User[] = [];
    for (const id of await readersOf(tx, chat.id, message.message_id)) {
      if (id !== aside) readers.push(await view.user(id));
    }
    return readers;
  },
});
