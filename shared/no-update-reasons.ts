/** Why a bot gets no update of something that happened in a chat, in words (behaviour.md §4, §6). */

export const NO_UPDATE_REASONS: Readonly<Record<string, string>> = {
  PRIVACY_MODE: "privacy mode is on and the message is not addressed to the bot",
  ALLOWED_UPDATES: "its allowed_updates leave this kind out",
  NOT_A_MEMBER: "the bot is not in the chat any more",
  NOT_AN_ADMINISTRATOR: "only administrators of a channel get its posts",
  SENT_BY_A_BOT: "another bot sent the message",
  COULD_NOT_RECEIVE_ORIGINAL: "the bot could not receive the message before the edit",
  SUSPENDED: "the bot is suspended",
};
