/** Presents reactions to messages. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Message, ReactionCount } from "../domain/messages.ts";
import { inListOrder } from "../domain/reactions.ts";
import { reactionsTo } from "../store/queries/messages/reactions.ts";
import type { ViewerContext } from "./viewer-context.ts";

export function presentReactionType(emoji: string): Wire.ReactionType {
  return { type: "emoji", emoji };
}

export function presentReactionCount({ emoji, count }: ReactionCount): Wire.ReactionCount {
  return { type: presentReactionType(emoji), total_count: count };
}

/** The reactions to a message, as an event of its chat has them. */
export function presentMessageReactions({ message_id, reactions = [] }: Message): {
  message_id: number;
  reactions: Wire.ReactionCount[];
} {
  return { message_id, reactions: reactions.map(presentReactionCount) };
}

/** Loads the viewer's own reactions to these messages of one chat: one statement, where any of them has reactions. */
export async function preloadChosenReactions(context: ViewerContext, messages: readonly Message[]): Promise<void> {
  if (context.viewer.is_bot) return;
  const ids = messages.flatMap(({ message_id, reactions }) => (reactions ? message_id : []));
  if (ids.length === 0) return;
  const found = await reactionsTo(context.tx, messages[0]!.chat_id, ids, context.viewer.id);
  const listed = Array.from(found, ([message_id, chosen]) => [message_id, inListOrder(chosen)] as const);
  context.chosenReactions = new Map([...(context.chosenReactions ?? []), ...listed]);
}

/** Adds the counts of a message, and the viewer's own reactions where they were loaded. Bots do not get them. */
export function presentReactions(context: ViewerContext, wire: Wire.Message, message: Message): void {
  if (!message.reactions || context.viewer.is_bot) return;
  wire.reactions = message.reactions.map(presentReactionCount);
  const chosen = context.chosenReactions?.get(message.message_id);
  if (chosen) wire.chosen_reactions = [...chosen];
}
