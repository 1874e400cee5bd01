/** The objects of the wire, spelled out for the documents. */
import { UPDATE_KINDS } from "@heliogram/shared/wire.ts";
import { PERMISSIONS } from "../../domain/members/permissions.ts";
import { RIGHTS } from "../../domain/members/rights.ts";
import type { Schema } from "../fields.ts";

const int = { type: "integer" };
const str = { type: "string" };
const bool = { type: "boolean" };
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const list = (items: Schema): Schema => ({ type: "array", items });
const flags = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, bool]));

function object(required: readonly string[], properties: Record<string, Schema>): Schema {
  return { type: "object", required, properties };
}

const FILE = { file_id: str, file_unique_id: str, file_size: int };
const media = (extra: Record<string, Schema>) => object(["file_id", "file_unique_id"], { ...FILE, ...extra });
const thumbnail = { thumbnail: ref("PhotoSize") };

/** By the names under which declarations refer to them. */
export const OBJECTS: Readonly<Record<string, Schema>> = {
  User: object(["id", "is_bot", "first_name"], {
    id: int,
    is_bot: bool,
    first_name: str,
    last_name: str,
    username: str,
  }),
  Chat: object(["id", "type"], {
    id: int,
    type: { type: "string", enum: ["private", "supergroup", "channel"] },
    title: str,
    first_name: str,
    last_name: str,
    username: str,
  }),
  ChatFullInfo: object(["id", "type"], {
    id: int,
    type: str,
    title: str,
    username: str,
    description: str,
    permissions: ref("ChatPermissions"),
    pinned_message: ref("Message"),
    photo: { type: "object" },
    accent_color_id: int,
    max_reaction_count: int,
    accepted_gift_types: { type: "object" },
  }),
  MessageEntity: object(["type", "offset", "length"], {
    type: str,
    offset: { ...int, description: "In UTF-16 units." },
    length: { ...int, description: "In UTF-16 units." },
    url: str,
    user: ref("User"),
    language: str,
    custom_emoji_id: str,
  }),
  PhotoSize: media({ width: int, height: int }),
  Video: media({ width: int, height: int, duration: int, mime_type: str, file_name: str, ...thumbnail }),
  Animation: media({ width: int, height: int, duration: int, mime_type: str, file_name: str, ...thumbnail }),
  Audio: media({ duration: int, performer: str, title: str, mime_type: str, file_name: str, ...thumbnail }),
  Voice: media({
    duration: int,
    mime_type: str,
    waveform: { ...list(int), description: "Peaks from 0 to 31, to people alone." },
  }),
  VideoNote: media({ length: int, duration: int, mime_type: str, ...thumbnail }),
  Document: media({ file_name: str, mime_type: str, ...thumbnail }),
  File: media({ file_path: str }),
  InlineKeyboardMarkup: object(["inline_keyboard"], {
    inline_keyboard: list(list(ref("InlineKeyboardButton"))),
  }),
  InlineKeyboardButton: object(["text"], {
    text: str,
    callback_data: { ...str, description: "1 to 64 bytes; a press of the button comes to the bot with it." },
    url: { ...str, description: "An address that a press opens." },
    copy_text: { ...object(["text"], { text: str }), description: "1 to 256 characters that a press copies." },
  }),
  ReplyMarkup: { oneOf: [ref("InlineKeyboardMarkup"), { type: "object" }] },
  InputMedia: object(["type", "media"], {
    type: { type: "string", enum: ["photo", "video", "audio", "document", "animation"] },
    media: { ...str, description: "A file_id, an http(s) address, or attach://<part>." },
    caption: str,
    parse_mode: str,
  }),
  Message: object(["message_id", "chat", "date"], {
    message_id: int,
    from: ref("User"),
    sender_chat: ref("Chat"),
    chat: ref("Chat"),
    date: int,
    edit_date: int,
    media_group_id: str,
    reply_to_message: ref("Message"),
    forward_origin: { type: "object" },
    text: str,
    entities: list(ref("MessageEntity")),
    caption: str,
    caption_entities: list(ref("MessageEntity")),
    photo: list(ref("PhotoSize")),
    video: ref("Video"),
    animation: ref("Animation"),
    audio: ref("Audio"),
    voice: ref("Voice"),
    video_note: ref("VideoNote"),
    document: ref("Document"),
    location: { type: "object" },
    venue: { type: "object" },
    contact: { type: "object" },
    dice: { type: "object" },
    new_chat_members: list(ref("User")),
    left_chat_member: ref("User"),
    new_chat_title: str,
    new_chat_photo: list(ref("PhotoSize")),
    delete_chat_photo: bool,
    pinned_message: ref("Message"),
    reply_markup: ref("InlineKeyboardMarkup"),
  }),
  MessageId: object(["message_id"], { message_id: int }),
  ChatPermissions: object([], { can_send_media_messages: bool, ...flags(Object.keys(PERMISSIONS)) }),
  ChatMember: object(["user", "status"], {
    user: ref("User"),
    status: { type: "string", enum: ["creator", "administrator", "member", "restricted", "left", "kicked"] },
    custom_title: str,
    is_anonymous: bool,
    is_member: bool,
    until_date: int,
    can_be_edited: bool,
    ...flags(Object.keys(RIGHTS)),
    can: { type: "object", description: "Of everything that can be done to them why not, or null; to people alone." },
  }),
  ChatMemberUpdated: object(["chat", "from", "date", "old_chat_member", "new_chat_member"], {
    chat: ref("Chat"),
    from: ref("User"),
    date: int,
    old_chat_member: ref("ChatMember"),
    new_chat_member: ref("ChatMember"),
    invite_link: ref("ChatInviteLink"),
  }),
  ChatInviteLink: object(["invite_link", "creator", "creates_join_request", "is_primary", "is_revoked"], {
    invite_link: str,
    creator: ref("User"),
    creates_join_request: bool,
    is_primary: bool,
    is_revoked: bool,
    name: str,
    expire_date: int,
    member_limit: int,
    pending_join_request_count: int,
    uses: { ...int, description: "How many have come in by it; to people alone." },
  }),
  ChatJoinRequest: object(["chat", "from", "user_chat_id", "date", "invite_link"], {
    chat: ref("Chat"),
    from: ref("User"),
    id: { ...int, description: "By which people's clients page; to people alone." },
    user_chat_id: {
      ...int,
      description: "The person's private chat; a bot may write there once they have started it.",
    },
    date: int,
    invite_link: ref("ChatInviteLink"),
  }),
  CallbackQuery: object(["id", "from", "chat_instance"], {
    id: str,
    from: ref("User"),
    message: ref("Message"),
    chat_instance: str,
    data: str,
  }),
  Update: object(["update_id"], {
    update_id: int,
    ...Object.fromEntries(UPDATE_KINDS.map((kind) => [kind, ref(objectOfKind(kind))])),
  }),
  WebhookInfo: object(["url", "has_custom_certificate", "pending_update_count"], {
    url: str,
    has_custom_certificate: bool,
    pending_update_count: int,
    max_connections: int,
    allowed_updates: list(str),
    last_error_date: int,
    last_error_message: str,
    expired_update_count: { ...int, description: "Updates that grew 24 hours old undelivered." },
  }),
  BotCommand: object(["command", "description"], { command: str, description: str }),
  Error: object(["ok", "error_code", "description", "trace_id"], {
    ok: { const: false },
    error_code: int,
    description: str,
    trace_id: str,
    parameters: object([], { retry_after: int }),
  }),
};

function objectOfKind(kind: string): string {
  if (kind === "callback_query") return "CallbackQuery";
  if (kind === "chat_join_request") return "ChatJoinRequest";
  return kind.endsWith("chat_member") ? "ChatMemberUpdated" : "Message";
}
