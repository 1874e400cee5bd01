/** The rules of reactions to messages (behaviour.md §4, reactions). */
import { MAX_BOT_REACTIONS, MAX_OWN_REACTIONS, MAX_REACTION_KINDS, REACTIONS } from "@heliogram/shared/reactions.ts";
import type { Chat } from "./chats.ts";
import type { Message, ReactionCount } from "./messages.ts";
import type { Refusal } from "./refusals.ts";

const PLACES: ReadonlyMap<string, number> = new Map(REACTIONS.map((emoji, at) => [emoji, at]));

/** The reaction that a text names, with or without the sign for a coloured emoji; `undefined` if there is no such one. */
export function reactionOf(text: string): string | undefined {
  const emoji = text.replaceAll("\u{FE0F}", "");
  return PLACES.has(emoji) ? emoji : undefined;
}

/** These reactions in the order of the list, each once. */
export function inListOrder(reactions: Iterable<string>): string[] {
  return [...new Set(reactions)].sort((a, b) => PLACES.get(a)! - PLACES.get(b)!);
}

/** A change of the reactions of one account to one message. Both lists are without repetitions. */
export interface ReactionChange {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The reactions that a change adds. */
export function addedBy({ before, after }: ReactionChange): string[] {
  return after.filter((emoji) => !before.includes(emoji));
}

/** The reactions that a change removes. */
export function removedBy({ before, after }: ReactionChange): string[] {
  return before.filter((emoji) => !after.includes(emoji));
}

/** The counts of a message after a change. A reaction that nobody has any more is left out; a new one comes last. */
export function countsAfter(counts: readonly ReactionCount[], change: ReactionChange): ReactionCount[] {
  const [added, removed] = [addedBy(change), removedBy(change)];
  const changed = counts.map(({ emoji, count }) => ({
    emoji,
    count: count + (added.includes(emoji) ? 1 : 0) - (removed.includes(emoji) ? 1 : 0),
  }));
  const known = new Set(counts.map(({ emoji }) => emoji));
  const fresh = added.filter((emoji) => !known.has(emoji)).map((emoji) => ({ emoji, count: 1 }));
  return [...changed, ...fresh].filter(({ count }) => count > 0);
}

/** A refusal with its detail. */
export interface ReactionRefusal {
  readonly name: Extract<
    Refusal,
    "REACTION_IMPOSSIBLE" | "TOO_MANY_REACTIONS" | "REACTION_NOT_ALLOWED" | "TOO_MANY_REACTION_KINDS"
  >;
  readonly detail?: string;
}

/** Why an account that may react in the chat cannot make this change; `null` if it can. Removing is always possible. */
export function reactionRefusal(
  chat: Pick<Chat, "available_reactions">,
  { content, reactions = [] }: Pick<Message, "content" | "reactions">,
  by: { readonly is_bot: boolean },
  change: ReactionChange,
): ReactionRefusal | null {
  if (content.service) return { name: "REACTION_IMPOSSIBLE" };
  const limit = by.is_bot ? MAX_BOT_REACTIONS : MAX_OWN_REACTIONS;
  if (change.after.length > limit) return { name: "TOO_MANY_REACTIONS", detail: String(limit) };
  const added = addedBy(change);
  const allowed = chat.available_reactions;
  const wrong = allowed && added.find((emoji) => !allowed.includes(emoji));
  if (wrong !== undefined) return { name: "REACTION_NOT_ALLOWED", detail: wrong };
  const isTooVaried = added.length > 0 && countsAfter(reactions, change).length > MAX_REACTION_KINDS;
  return isTooVaried ? { name: "TOO_MANY_REACTION_KINDS" } : null;
}

/** Whether people see who reacted. In a channel reactions are anonymous. */
export function showsReactors(chat: Pick<Chat, "type">): boolean {
  return chat.type !== "channel";
}
