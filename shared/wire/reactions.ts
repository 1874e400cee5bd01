/** Reactions to messages. */
import { Chat } from "./chats.ts";
import { constant, int, list, named, note, object, optional, str, time, type TypeOf } from "./schema.ts";
import { User } from "./users.ts";

export const ReactionType = named("ReactionType", object({ type: constant("emoji"), emoji: str }));
export type ReactionType = TypeOf<typeof ReactionType>;

export const ReactionCount = named("ReactionCount", object({ type: ReactionType, total_count: int }));
export type ReactionCount = TypeOf<typeof ReactionCount>;

export const MessageReactionUpdated = named(
  "MessageReactionUpdated",
  object({
    chat: Chat,
    message_id: int,
    user: optional(User, "Who has changed their reactions, unless they are anonymous."),
    actor_chat: optional(Chat, "The group, for its anonymous administrator."),
    date: time,
    old_reaction: list(ReactionType),
    new_reaction: list(ReactionType),
  }),
);
export type MessageReactionUpdated = TypeOf<typeof MessageReactionUpdated>;

export const MessageReactionCountUpdated = named(
  "MessageReactionCountUpdated",
  object({ chat: Chat, message_id: int, date: time, reactions: list(ReactionCount) }),
);
export type MessageReactionCountUpdated = TypeOf<typeof MessageReactionCountUpdated>;

export const Reaction = named(
  "Reaction",
  object({
    type: ReactionType,
    user: optional(User),
    sender_chat: optional(Chat, "In place of `user`: the group, for its anonymous administrator."),
    date: time,
  }),
);
export type Reaction = TypeOf<typeof Reaction>;

/** The reactions of the viewer to a message. */
export const chosenReactions = note(list(str), "The emoji of the person's own reactions.");
