/** Topics of forums and of private chats with bots. */
import { bool, constant, int, named, note, object, optional, str, time, yes, type TypeOf } from "./schema.ts";

const NAME = { name: note(str, "1 to 128 characters.") };
const ICON = {
  icon_color: note(int, "RGB."),
  icon_custom_emoji_id: optional(str, "The emoji of the icon, by its id in `getForumTopicIconStickers`."),
};

export const ForumTopic = named("ForumTopic", object({ message_thread_id: int, ...NAME, ...ICON }));
export type ForumTopic = TypeOf<typeof ForumTopic>;

/** The service messages about topics. */
export const ForumTopicCreated = named("ForumTopicCreated", object({ ...NAME, ...ICON }));
export const ForumTopicEdited = named(
  "ForumTopicEdited",
  object({
    name: optional(str, "The new name, if it was edited."),
    icon_custom_emoji_id: optional(str, "The new icon, if it was edited; empty if it was removed."),
  }),
);
/** The content of a service message that says nothing besides its kind. */
export const Happened = object({});

export const Topic = named(
  "Topic",
  object({
    message_thread_id: note(int, "The id of the message that created the topic; 1 is General."),
    ...NAME,
    ...ICON,
    is_closed: optional(yes, "Only those who may manage it write in it."),
    is_hidden: optional(yes, "General is not in the list of topics."),
    creator_id: optional(int, "The account that created it; absent for General."),
    date: note(time, "When it was created."),
  }),
);
export type Topic = TypeOf<typeof Topic>;

/** An icon of a topic. */
export const Sticker = named(
  "Sticker",
  object({
    file_id: note(str, "No file: no method accepts it."),
    file_unique_id: str,
    type: constant("custom_emoji"),
    width: int,
    height: int,
    is_animated: bool,
    is_video: bool,
    emoji: str,
    custom_emoji_id: note(str, "For `icon_custom_emoji_id`."),
  }),
);
