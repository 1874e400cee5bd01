/** Limits and icons of topics (behaviour.md §4). */

/** Characters of a topic's name. */
export const MAX_TOPIC_NAME = 128;

/** Topics of one chat. A list of them finds the newest message of each, some microseconds for one. */
export const MAX_TOPICS = 2000;

/** The colours that the icon of a topic may have, as RGB, the default first. */
export const TOPIC_COLORS = [0x6fb9f0, 0xffd67e, 0xcb86db, 0x8eee98, 0xff93b2, 0xfb6f5f] as const;

/** Whether the private chats of a bot have topics: `bot`, the bot creates them; `people`, people do too. */
export const BOT_TOPICS = ["off", "bot", "people"] as const;
export type BotTopics = (typeof BOT_TOPICS)[number];
