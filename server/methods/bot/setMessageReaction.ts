/** setMessageReaction: sets the caller's reactions to a message (behaviour.md §4, reactions). */
import { MAX_BOT_REACTIONS, MAX_OWN_REACTIONS } from "@heliogram/shared/reactions.ts";
import { react } from "../../app/messages/react.ts";
import type { Message } from "../../domain/messages.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { firstOfAlbum } from "../../store/queries/messages/reactions.ts";
import { bool, chatId, described, messageId, optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { emojiOf, reactionTypes } from "../messages/reaction-fields.ts";

export const setMessageReaction = botMethod({
  name: "setMessageReaction",
  summary: "Sets the caller's reactions to a message, in place of the earlier ones.",
  effect: "write",
  rate: "reactions",
  access: {
    scope: "chat",
    rank: "speaker",
    message: "message_id",
    purpose: "to react",
    uses: true,
    ability: "react",
  },
  fields: {
    chat_id: chatId(),
    message_id: described(messageId(), "Of an album, its first message gets the reaction."),
    reaction: described(
      optional(reactionTypes()),
      `Emoji of Telegram's list: at most ${MAX_BOT_REACTIONS} of a bot, ${MAX_OWN_REACTIONS} of a person. Empty or left out, the caller's reactions are removed.`,
    ),
    is_big: described(optional(bool()), "Accepted; it changes nothing."),
  },
  refusals: ["REACTION_IMPOSSIBLE", "TOO_MANY_REACTIONS", "REACTION_NOT_ALLOWED", "TOO_MANY_REACTION_KINDS"],
  example: { request: { chat_id: 1001, message_id: 7, reaction: [{ type: "emoji", emoji: "👀" }] }, result: true },
  async run({ tx, deps, chat, actor, member, message, now, fail }, { reaction = [] }) {
    const target = await messageToReactTo(tx, message);
    const refusal = await react(tx, deps.app, chat, { account: actor, member }, target, emojiOf(reaction), now);
    return refusal ? fail(refusal.name, refusal.detail) : true;
  },
});

/** The reactions to an album are those to its first message. */
async function messageToReactTo(tx: ReadTx, message: Message): Promise<Message> {
  if (message.media_group_id === null) return message;
  const first = await firstOfAlbum(tx, message, message.media_group_id);
  return first === message.message_id ? message : (await findMessage(tx, message.chat_id, first))!;
}
