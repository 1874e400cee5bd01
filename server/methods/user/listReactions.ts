/** listReactions: who has reacted to a message. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { reactionOf, showsReactors } from "../../domain/reactions.ts";
import { presentReactionType } from "../../present/reactions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { listReactionRows, type ReactionRow } from "../../store/queries/messages/reactions.ts";
import { chatId, described, int, messageId, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;
/** No message has as many reactions. */
const MAX_OFFSET = 1_000_000;

export const listReactions = userMethod({
  name: "listReactions",
  summary: "Lists the reactions to a message of a private chat or group with who has added them, the newest first.",
  effect: "read",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to tell the reactions to" },
  fields: {
    chat_id: chatId(),
    message_id: messageId(),
    emoji: described(optional(text({ max: 16 })), "Only the reactions with this emoji."),
    offset: described(optional(int()), "How many of the newest to leave out; 0 by default."),
    limit: described(optional(int()), "At most this many, 1 to 100; 50 by default."),
  },
  result: objectOfSchema({
    reactions: arrayOfSchema(schemas.Reaction),
    has_more: { ...schemas.Boolean, description: "Whether there are older ones." },
  }),
  refusals: ["REACTORS_NOT_TOLD"],
  example: {
    request: { chat_id: -1_000_000_000_001, message_id: 7, limit: 1 },
    result: {
      reactions: [
        {
          type: { type: "emoji", emoji: "👍" },
          user: { id: 1002, is_bot: false, first_name: "Bob", username: "bob" },
          date: 1_767_225_600,
        },
      ],
      has_more: false,
    },
  },
  prepare: ({ params: { emoji } }) => {
    if (emoji === undefined) return undefined;
    const reaction = reactionOf(emoji);
    if (reaction === undefined) throw new ParameterError("invalid emoji: it is not one of the reactions");
    return reaction;
  },
  async run({ tx, actor, chat, message, deps, fail }, { offset = 0, limit = 50 }, emoji) {
    if (!showsReactors(chat)) return fail("REACTORS_NOT_TOLD");
    const most = Math.min(MAX_LIMIT, Math.max(1, limit));
    const skipped = Math.min(MAX_OFFSET, Math.max(0, offset));
    const rows = message.reactions ? await listReactionRows(tx, message, emoji, most + 1, skipped) : [];
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const reactions = await Promise.all(rows.slice(0, most).map((row) => presentReaction(context, row)));
    return { reactions, has_more: rows.length > most };
  },
});

async function presentReaction(context: ViewerContext, row: ReactionRow): Promise<Wire.Reaction> {
  const type = presentReactionType(row.emoji);
  return row.sender_chat_id === null
    ? { type, user: await context.user(row.account_id), date: row.at }
    : { type, sender_chat: await context.chatOf(row.sender_chat_id), date: row.at };
}
