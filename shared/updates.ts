/** The kinds of updates, and why a bot gets none. */

/** All kinds of updates (behaviour.md §6). */
export const UPDATE_KINDS = [
  "message",
  "edited_message",
  "channel_post",
  "edited_channel_post",
  "callback_query",
  "my_chat_member",
  "chat_member",
  "chat_join_request",
  "stopped_message_generation",
  "message_reaction",
  "message_reaction_count",
] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

/** The kinds of updates that only bots get that name them in `allowed_updates` (behaviour.md §6). */
export const NAMED_UPDATE_KINDS = [
  "chat_member",
  "message_reaction",
  "message_reaction_count",
] as const satisfies readonly UpdateKind[];

/** The kinds of updates for bots that never set `allowed_updates`: all except those that must be named. */
export const DEFAULT_UPDATE_KINDS: readonly UpdateKind[] = UPDATE_KINDS.filter(
  (kind) => !(NAMED_UPDATE_KINDS as readonly UpdateKind[]).includes(kind),
);

/** Why a bot gets no update of something that happened in a chat, in words (behaviour.md §4, §6). */
export const NO_UPDATE_REASONS = {
  PRIVACY_MODE: "privacy mode is on and the message is not addressed to the bot",
  ALLOWED_UPDATES: "its allowed_updates leave this kind out",
  NOT_A_MEMBER: "the bot is not in the chat any more",
  NOT_AN_ADMINISTRATOR: "only administrators get posts of a channel and reactions",
  SENT_BY_A_BOT: "another bot sent the message",
  COULD_NOT_RECEIVE_ORIGINAL: "the bot could not receive the message before the edit",
  SUSPENDED: "the bot is suspended",
} as const;
export type NoUpdateReason = keyof typeof NO_UPDATE_REASONS;
