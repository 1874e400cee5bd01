/** getReaders: the members who have read a message, in private chats and small groups. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { SMALL_GROUP_MEMBERS, showsReadReceipts } from "../../domain/chats.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { readersOf } from "../../store/queries/members/members.ts";
import { chatId, messageId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const getReaders = userMethod({
  name: "getReaders",
  summary: `Lists the users who have read a message in a private chat or a group of at most ${SMALL_GROUP_MEMBERS} members, without its sender.`,
  effect: "read",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to tell the readers of" },
  fields: { chat_id: chatId(), message_id: messageId() },
  result: arrayOfSchema(schemas.User),
  refusals: ["READERS_NOT_TOLD"],
  example: {
    request: { chat_id: -1_000_000_000_001, message_id: 7 },
    result: [{ id: 1002, is_bot: false, first_name: "Bob", username: "bob" }],
  },
  async run({ tx, actor, chat, message, deps, fail }) {
    if (!showsReadReceipts(chat)) return fail("READERS_NOT_TOLD");
    // An anonymous administrator who sent the message for the group is listed, or their absence would reveal them.
    const aside = message.sender_chat_id === null ? message.sender_id : 0;
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const readers: Wire.User[] = [];
    for (const id of await readersOf(tx, message)) {
      if (id !== aside) readers.push(await context.user(id));
    }
    return readers;
  },
});
