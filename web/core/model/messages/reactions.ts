/** The reactions to messages as this screen shows them. */
import type { Message, ReactionCount } from "@heliogram/shared/wire.ts";

/** A reaction of a message, how often it has it, and whether it is the person's own. */
export interface ShownReaction {
  readonly emoji: string;
  readonly count: number;
  readonly isChosen: boolean;
}

/**
 * The reactions of a message. The person's own ones are known before the server's counts: one that they do not have yet
 * counts once.
 */
export function shownReactions({ reactions = [], chosen_reactions = [] }: Message): ShownReaction[] {
  const shown = reactions.map(({ type: { emoji }, total_count }) => ({
    emoji,
    count: total_count,
    isChosen: chosen_reactions.includes(emoji),
  }));
  const known = new Set(shown.map(({ emoji }) => emoji));
  const added = chosen_reactions.filter((emoji) => !known.has(emoji));
  return [...shown, ...added.map((emoji) => ({ emoji, count: 1, isChosen: true }))];
}

/** Whether a message has any. */
export function hasReactions({ reactions = [], chosen_reactions = [] }: Message): boolean {
  return reactions.length + chosen_reactions.length > 0;
}

/** The message with other counts, as an event has them. */
export function withCounts(message: Message, counts: readonly ReactionCount[]): Message {
  const { reactions: _before, ...rest } = message;
  return counts.length === 0 ? rest : { ...rest, reactions: [...counts] };
}

/** The message with other reactions of the person, as the server has them. */
export function withChosen(message: Message, chosen: readonly string[]): Message {
  const { chosen_reactions: _before, ...rest } = message;
  return chosen.length === 0 ? rest : { ...rest, chosen_reactions: [...chosen] };
}

/** A message of an event, which does not have the person's reactions, with those that are known here. */
export function withKnownChosen(message: Message, known: Message): Message {
  return message.chosen_reactions || !known.chosen_reactions ? message : withChosen(message, known.chosen_reactions);
}

/** The message after the person has changed their reactions, before the server's counts of it are known. */
export function reacted(message: Message, chosen: readonly string[]): Message {
  const before = message.chosen_reactions ?? [];
  const counts = new Map((message.reactions ?? []).map(({ type, total_count }) => [type.emoji, total_count]));
  for (const emoji of before) if (!chosen.includes(emoji)) counts.set(emoji, (counts.get(emoji) ?? 1) - 1);
  for (const emoji of chosen) if (!before.includes(emoji)) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  const shown = Array.from(counts, ([emoji, total_count]) => ({
    type: { type: "emoji" as const, emoji },
    total_count,
  }));
  return withChosen(
    withCounts(
      message,
      shown.filter(({ total_count }) => total_count > 0),
    ),
    chosen,
  );
}

/** The person's reactions after pressing one: a further one replaces the oldest where there are `limit`. */
export function toggled(chosen: readonly string[], emoji: string, limit: number): string[] {
  if (chosen.includes(emoji)) return chosen.filter((each) => each !== emoji);
  return [...chosen, emoji].slice(-limit);
}
