/** getForumTopicIconStickers: the icons that a topic may have. */
import { TOPIC_ICONS } from "@heliogram/shared/topic-icons.ts";
import { botMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** The size that Telegram's custom emoji have, in pixels. */
const SIDE = 100;

/** There are no sticker files: the identifiers are accepted by no other method (behaviour.md §4). */
const STICKERS = Object.entries(TOPIC_ICONS).map(([custom_emoji_id, emoji]) => ({
  file_id: `emoji-${custom_emoji_id}`,
  file_unique_id: `emoji-${custom_emoji_id}`,
  type: "custom_emoji" as const,
  width: SIDE,
  height: SIDE,
  is_animated: false,
  is_video: false,
  emoji,
  custom_emoji_id,
}));

export const getForumTopicIconStickers = botMethod({
  name: "getForumTopicIconStickers",
  summary:
    "Returns the emoji that can be icons of topics. They are emoji with their ids on Telegram, and have no files.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: arrayOfSchema(schemas.Sticker),
  example: { request: {}, result: [STICKERS[0]] },
  run: () => Promise.resolve(STICKERS),
});
