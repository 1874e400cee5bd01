/** Reactions as methods take them: arrays of ReactionType. */
import { MAX_REACTION_KINDS, REACTIONS } from "@heliogram/shared/reactions.ts";
import type { ReactionType } from "@heliogram/shared/wire.ts";
import { inListOrder, reactionOf } from "../../domain/reactions.ts";
import { arrayOf, objectOf, type Field } from "../engine/fields.ts";

const SHAPE = "can't parse reaction: an array of objects ReactionType is expected";

/** Words that begin the errors of Telegram's, for which programs look. */
const INVALID = "REACTION_INVALID";

const reactionType: Field<ReactionType> = objectOf(
  {
    type: "object",
    required: ["type", "emoji"],
    properties: { type: { const: "emoji" }, emoji: { type: "string", enum: REACTIONS } },
  },
  { syntax: SHAPE, shape: SHAPE },
  ({ type, emoji }, fail) => {
    if (type === "custom_emoji") return fail(`${INVALID}: custom emoji are not available in this service`);
    if (type === "paid") return fail(`${INVALID}: paid reactions are not available in this service`);
    if (type !== "emoji" || typeof emoji !== "string") return fail(SHAPE);
    const known = reactionOf(emoji) ?? fail(`${INVALID}: the emoji is not one of the ${REACTIONS.length} reactions`);
    return { type, emoji: known };
  },
);

/** Reactions to set on a message. */
export function reactionTypes(): Field<ReactionType[]> {
  return arrayOf(reactionType, { max: MAX_REACTION_KINDS, error: SHAPE });
}

/** Reactions that a chat has. */
export function availableReactions(): Field<ReactionType[]> {
  return arrayOf(reactionType, { max: REACTIONS.length, error: SHAPE });
}

/** The emoji of reactions, in the order of the list, each once. */
export function emojiOf(reactions: readonly ReactionType[]): string[] {
  return inListOrder(reactions.map(({ emoji }) => emoji));
}
