/** Schemas of messages and their parts (shared/wire.ts has their types). */
import { UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "../../domain/button-kinds.ts";
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, object, oneOf, ref, str, time, whole, yes } from "./schema.ts";

const FILE = { file_id: str, file_unique_id: str, file_size: int };
const media = (extra: Record<string, Schema>) =>
  object(["file_id", "file_unique_id", "file_size"], { ...FILE, ...extra });
const thumbnail = { thumbnail: ref("PhotoSize") };
const PEOPLE_ALONE = "In the user API only.";

const style = { style: note(oneOf(["primary", "success", "danger"]), "The colour of the button.") };

/** The fields of buttons of unsupported kinds, which are returned as they were sent. */
const unsupportedKinds = (kinds: readonly string[]): Record<string, Schema> =>
  Object.fromEntries(kinds.map((kind) => [kind, note({}, "Has no effect; only the `telegram` dialect accepts it.")]));

/** The schemas by the names that declarations use. */
export const MESSAGE_OBJECTS: Readonly<Record<string, Schema>> = {
  MessageEntity: object(["type", "offset", "length"], {
    type: str,
    offset: note(int, "In UTF-16 units."),
    length: note(int, "In UTF-16 units."),
    url: str,
    user: ref("User"),
    language: str,
    custom_emoji_id: str,
    unix_time: int,
    date_time_format: note(str, "`r`, or some of `w`, `d` or `D`, and `t` or `T`. Empty to show the text."),
  }),
  PhotoSize: media({ width: int, height: int }),
  UserProfilePhotos: whole({ total_count: int, photos: list(list(ref("PhotoSize"))) }),
  Video: media({ width: int, height: int, duration: int, mime_type: str, file_name: str, ...thumbnail }),
  Animation: media({ width: int, height: int, duration: int, mime_type: str, file_name: str, ...thumbnail }),
  Audio: media({ duration: int, performer: str, title: str, mime_type: str, file_name: str, ...thumbnail }),
  Voice: media({ duration: int, mime_type: str, waveform: note(list(int), `Peaks from 0 to 31. ${PEOPLE_ALONE}`) }),
  VideoNote: media({ length: int, duration: int, mime_type: str, ...thumbnail }),
  // A message with an animation also has it as a document, with the fields of the animation.
  Document: media({ file_name: str, mime_type: str, width: int, height: int, duration: int, ...thumbnail }),
  File: media({ file_path: str }),
  Location: object(["latitude", "longitude"], {
    latitude: { type: "number" },
    longitude: { type: "number" },
    horizontal_accuracy: { type: "number" },
  }),
  Venue: object(["location", "title", "address"], {
    location: ref("Location"),
    title: str,
    address: str,
    foursquare_id: str,
    foursquare_type: str,
    google_place_id: str,
    google_place_type: str,
  }),
  LinkPreviewOptions: note(
    object([], {
      is_disabled: yes,
      url: str,
      prefer_small_media: yes,
      prefer_large_media: yes,
      show_above_text: yes,
    }),
    "As the sender set them, without false values. The service fetches no previews.",
  ),
  Contact: object(["phone_number", "first_name"], {
    phone_number: str,
    first_name: str,
    last_name: str,
    user_id: int,
    vcard: str,
  }),
  Dice: whole({ emoji: str, value: int }),
  TextQuote: object(["text", "position"], {
    text: str,
    position: note(int, "Where the quote begins in the message, in UTF-16 units."),
    entities: list(ref("MessageEntity")),
    is_manual: yes,
  }),
  MessageOrigin: object(["type", "date"], {
    type: oneOf(["user", "channel", "chat"]),
    date: time,
    sender_user: ref("User"),
    chat: ref("Chat"),
    sender_chat: ref("Chat"),
    message_id: int,
    author_signature: str,
  }),
  InlineKeyboardMarkup: object(["inline_keyboard"], { inline_keyboard: list(list(ref("InlineKeyboardButton"))) }),
  InlineKeyboardButton: object(["text"], {
    text: str,
    callback_data: note(str, "1 to 64 bytes; the callback query of a press contains it."),
    url: note(str, "A URL that a press opens."),
    copy_text: note(whole({ text: str }), "1 to 256 characters that a press copies to the clipboard."),
    ...style,
    ...unsupportedKinds(UNSUPPORTED_INLINE_KINDS),
  }),
  ReplyKeyboardMarkup: object(["keyboard"], {
    keyboard: list(list(ref("KeyboardButton"))),
    resize_keyboard: bool,
    one_time_keyboard: bool,
    is_persistent: bool,
    input_field_placeholder: str,
    selective: bool,
  }),
  KeyboardButton: object(["text"], {
    text: str,
    request_contact: bool,
    request_location: bool,
    ...style,
    ...unsupportedKinds(UNSUPPORTED_REPLY_KINDS),
  }),
  ReplyKeyboardRemove: object(["remove_keyboard"], { remove_keyboard: yes, selective: bool }),
  ForceReply: object(["force_reply"], { force_reply: yes, input_field_placeholder: str, selective: bool }),
  ReplyMarkup: {
    oneOf: ["InlineKeyboardMarkup", "ReplyKeyboardMarkup", "ReplyKeyboardRemove", "ForceReply"].map(ref),
  },
  InputMedia: object(["type", "media"], {
    type: note(
      oneOf(["photo", "video", "audio", "document", "animation"]),
      "Of an album `photo` or `video`, and in the `telegram` dialect and from people `audio` or `document`; `animation` of edits alone.",
    ),
    media: note(str, "A file_id, an http(s) URL, or attach://<part>."),
    caption: str,
    parse_mode: str,
    has_spoiler: note(bool, "For photos and videos."),
    show_caption_above_media: note(bool, "For photos and videos."),
  }),
  Message: object(["message_id", "chat", "date"], {
    message_id: int,
    from: ref("User"),
    sender_chat: ref("Chat"),
    chat: ref("Chat"),
    date: time,
    edit_date: time,
    author_signature: str,
    media_group_id: str,
    reply_to_message: note(ref("Message"), "The message that this one replies to, without its own `reply_to_message`."),
    quote: ref("TextQuote"),
    forward_origin: ref("MessageOrigin"),
    forward_from: ref("User"),
    forward_from_chat: ref("Chat"),
    forward_from_message_id: int,
    forward_date: time,
    has_protected_content: yes,
    text: str,
    entities: list(ref("MessageEntity")),
    link_preview_options: ref("LinkPreviewOptions"),
    caption: str,
    caption_entities: list(ref("MessageEntity")),
    show_caption_above_media: yes,
    has_media_spoiler: yes,
    photo: list(ref("PhotoSize")),
    video: ref("Video"),
    animation: ref("Animation"),
    audio: ref("Audio"),
    voice: ref("Voice"),
    video_note: ref("VideoNote"),
    document: ref("Document"),
    location: ref("Location"),
    venue: ref("Venue"),
    contact: ref("Contact"),
    dice: ref("Dice"),
    new_chat_members: list(ref("User")),
    new_chat_member: note(ref("User"), "An older form of `new_chat_members`."),
    new_chat_participant: note(ref("User"), "An older form of `new_chat_members`."),
    joined_by_link: note(yes, `The new member came by an invite link or an invitation. ${PEOPLE_ALONE}`),
    left_chat_member: ref("User"),
    left_chat_participant: note(ref("User"), "An older name of `left_chat_member`."),
    new_chat_title: str,
    new_chat_photo: list(ref("PhotoSize")),
    delete_chat_photo: yes,
    supergroup_chat_created: yes,
    channel_chat_created: yes,
    invitation_accepted: note(
      yes,
      "In a private chat of people: the sender signed up with the other person's invitation.",
    ),
    invitation_uses: note(
      object(["count", "users"], { count: int, users: list(ref("User")) }),
      `How many people have signed up with the person's invitation for several, and the latest of them. ${PEOPLE_ALONE}`,
    ),
    pinned_message: note(
      ref("Message"),
      "Has only `message_id`, `chat` and the `date` 0 if the bot could not receive the message.",
    ),
    reply_markup: note(ref("ReplyMarkup"), "The bot API returns inline keyboards only."),
    is_silent: note(yes, `Sent with \`disable_notification\`. ${PEOPLE_ALONE}`),
    client_key: note(str, "The `Idempotency-Key` of the call that sent it. Shown to its sender only."),
  }),
  MessageId: whole({ message_id: int }),
};
