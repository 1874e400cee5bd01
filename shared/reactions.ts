/** Reactions to messages: the emoji that exist, and how many of them an account and a message may have. */

/** The emoji of `ReactionTypeEmoji` in Telegram's Bot API, in the order in which people are offered them. */
export const REACTIONS = [
  ..."👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳".split(" "),
  "❤\u200D🔥",
  ..."🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻".split(" "),
  "👨\u200D💻",
  ..."👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾".split(" "),
  "🤷\u200D♂",
  "🤷",
  "🤷\u200D♀",
  "😡",
] as const;

/** The most reactions of one bot to one message, as in Telegram. */
export const MAX_BOT_REACTIONS = 1;
/** The most reactions of one person to one message. */
export const MAX_OWN_REACTIONS = 3;
/** The most different reactions to one message. */
export const MAX_REACTION_KINDS = 11;
