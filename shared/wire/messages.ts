/** Messages and their parts. */
import { Chat } from "./chats.ts";
import { FILES, PhotoSize } from "./files.ts";
import { Location } from "./locations.ts";
import { ReplyMarkup } from "./markup.ts";
import { PEOPLE_ONLY } from "./parts.ts";
import { RichMessage } from "./rich.ts";
import { chosenReactions, ReactionCount } from "./reactions.ts";
import {
  bool,
  int,
  list,
  named,
  note,
  object,
  oneOf,
  optional,
  optionals,
  reference,
  str,
  time,
  yes,
  type TypeOf,
} from "./schema.ts";
import { ChatShared, ProximityAlertTriggered, UserShared, UsersShared } from "./shared.ts";
import { ForumTopicCreated, ForumTopicEdited, Happened } from "./topics.ts";
import { User } from "./users.ts";

export const MessageEntity = named(
  "MessageEntity",
  object({
    type: str,
    offset: note(int, "In UTF-16 units."),
    length: note(int, "In UTF-16 units."),
    url: optional(str),
    user: optional(User),
    language: optional(str),
    custom_emoji_id: optional(str),
    unix_time: optional(int),
    date_time_format: optional(str, "`r`, or some of `w`, `d` or `D`, and `t` or `T`. Empty to show the text."),
  }),
);
export interface MessageEntity extends TypeOf<typeof MessageEntity> {}

export const Venue = named(
  "Venue",
  object({
    location: Location,
    title: str,
    address: str,
    foursquare_id: optional(str),
    foursquare_type: optional(str),
    google_place_id: optional(str),
    google_place_type: optional(str),
  }),
);
export type Venue = TypeOf<typeof Venue>;

export const LinkPreviewOptions = named(
  "LinkPreviewOptions",
  note(
    object({
      is_disabled: optional(yes),
      url: optional(str),
      prefer_small_media: optional(yes),
      prefer_large_media: optional(yes),
      show_above_text: optional(yes),
    }),
    "As the sender set them, without false values.",
  ),
);

export const WebPage = named(
  "WebPage",
  note(
    object({
      url: note(str, "The address to which the message links."),
      site_name: optional(str),
      title: optional(str),
      description: optional(str),
      photo: optional(list(PhotoSize)),
      has_large_media: optional(yes, "The page wants its picture to be shown large."),
    }),
    "What the page says of itself that a message links to, as the preview shows it.",
  ),
);
export type WebPage = TypeOf<typeof WebPage>;

export const Contact = named(
  "Contact",
  object({
    phone_number: str,
    first_name: str,
    last_name: optional(str),
    user_id: optional(int),
    vcard: optional(str),
  }),
);

export const Dice = named("Dice", object({ emoji: str, value: int }));

export const TextQuote = named(
  "TextQuote",
  object({
    text: str,
    position: note(int, "Where the quote begins in the message, in UTF-16 units."),
    entities: optional(list(MessageEntity)),
    is_manual: optional(yes),
  }),
);

export const MessageOrigin = named(
  "MessageOrigin",
  object({
    type: oneOf(["user", "channel", "chat"]),
    date: time,
    sender_user: optional(User),
    chat: optional(Chat),
    sender_chat: optional(Chat),
    message_id: optional(int),
    author_signature: optional(str),
  }),
);
export type MessageOrigin = TypeOf<typeof MessageOrigin>;

export const ExternalReplyInfo = named(
  "ExternalReplyInfo",
  note(
    object({
      origin: MessageOrigin,
      chat: optional(Chat, "Only for a group or channel."),
      message_id: optional(int, "Only for a group or channel."),
      has_media_spoiler: optional(yes),
      ...optionals(FILES),
      location: optional(Location),
      venue: optional(Venue),
      contact: optional(Contact),
      dice: optional(Dice),
    }),
    "A message of another chat that is replied to. What it contains is left out if it was deleted or edited since.",
  ),
);
export interface ExternalReplyInfo extends TypeOf<typeof ExternalReplyInfo> {}

export const InputMedia = named(
  "InputMedia",
  object({
    type: note(
      oneOf(["photo", "video", "audio", "document", "animation"]),
      "Of an album `photo` or `video`, and in the `telegram` dialect and from people `audio` or `document`; `animation` of edits alone.",
    ),
    media: note(str, "A file_id, an http(s) URL, or attach://<part>."),
    caption: optional(str),
    parse_mode: optional(str),
    has_spoiler: optional(bool, "For photos and videos."),
    show_caption_above_media: optional(bool, "For photos and videos."),
  }),
);

export const Message = named(
  "Message",
  object({
    message_id: int,
    message_thread_id: optional(int, "The topic of the message; absent outside of topics and in General."),
    from: optional(User),
    sender_chat: optional(Chat),
    chat: Chat,
    date: time,
    edit_date: optional(time),
    author_signature: optional(str),
    is_topic_message: optional(yes, "The message is in a topic."),
    media_group_id: optional(str),
    reply_to_message: optional(
      reference<Message>("Message"),
      "The message that this one replies to, without its own `reply_to_message`.",
    ),
    external_reply: optional(ExternalReplyInfo),
    quote: optional(TextQuote),
    forward_origin: optional(MessageOrigin),
    forward_from: optional(User),
    forward_from_chat: optional(Chat),
    forward_from_message_id: optional(int),
    forward_date: optional(time),
    has_protected_content: optional(yes),
    text: optional(str),
    entities: optional(list(MessageEntity)),
    rich_message: optional(RichMessage, "The blocks, of which `text` and `entities` are the plain text."),
    rich_source: optional(str, `The Markdown that its sender wrote; shown to them alone. ${PEOPLE_ONLY}`),
    link_preview_options: optional(LinkPreviewOptions),
    web_page: optional(WebPage, `The preview of the link. ${PEOPLE_ONLY}`),
    caption: optional(str),
    caption_entities: optional(list(MessageEntity)),
    show_caption_above_media: optional(yes),
    has_media_spoiler: optional(yes),
    ...optionals(FILES),
    location: optional(Location),
    venue: optional(Venue),
    contact: optional(Contact),
    dice: optional(Dice),
    new_chat_members: optional(list(User)),
    new_chat_member: optional(User, "An older form of `new_chat_members`."),
    new_chat_participant: optional(User, "An older form of `new_chat_members`."),
    joined_by_link: optional(yes, `The new member came by an invite link or an invitation. ${PEOPLE_ONLY}`),
    left_chat_member: optional(User),
    left_chat_participant: optional(User, "An older name of `left_chat_member`."),
    new_chat_title: optional(str),
    new_chat_photo: optional(list(PhotoSize)),
    delete_chat_photo: optional(yes),
    supergroup_chat_created: optional(yes),
    channel_chat_created: optional(yes),
    forum_topic_created: optional(ForumTopicCreated),
    forum_topic_edited: optional(ForumTopicEdited),
    forum_topic_closed: optional(Happened),
    forum_topic_reopened: optional(Happened),
    general_forum_topic_hidden: optional(Happened),
    general_forum_topic_unhidden: optional(Happened),
    users_shared: optional(UsersShared),
    user_shared: optional(UserShared, "An older form of `users_shared`, for one user."),
    chat_shared: optional(ChatShared),
    proximity_alert_triggered: optional(ProximityAlertTriggered),
    invitation_accepted: optional(
      yes,
      "In a private chat of people: the sender signed up with the other person's invitation.",
    ),
    invitation_uses: optional(
      object({ count: int, users: list(User) }),
      `How many people have signed up with the person's invitation for several, and the latest of them. ${PEOPLE_ONLY}`,
    ),
    pinned_message: optional(
      reference<Message>("Message"),
      "Has only `message_id`, `chat` and the `date` 0 if the bot could not receive the message.",
    ),
    reply_markup: optional(ReplyMarkup, "The bot API returns inline keyboards only."),
    reactions: optional(list(ReactionCount), `The earliest first. ${PEOPLE_ONLY}`),
    chosen_reactions: optional(
      chosenReactions,
      "In lists of messages: the emoji of the person's own reactions. Events do not have it, as they are the same for everybody.",
    ),
    is_silent: optional(yes, `Sent with \`disable_notification\`. ${PEOPLE_ONLY}`),
    client_key: optional(str, "The `Idempotency-Key` of the call that sent it. Shown to its sender only."),
  }),
);
export interface Message extends TypeOf<typeof Message> {}

export const MessageId = named("MessageId", object({ message_id: int }));
