/**
 * The JSON objects of the bot API and the user API: those of docs/interface.md, and those that bots' libraries expect
 * besides.
 */

export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
  /** The language of a person's client. In the bot API only. */
  language_code?: string;
  /** In the user API only. */
  photo?: ChatPhoto;
}

export type ChatType = "private" | "supergroup" | "channel";

export interface Chat {
  id: number;
  type: ChatType;
  title?: string;
  first_name?: string;
  last_name?: string;
  username?: string;
}

export interface MessageEntity {
  type: string;
  offset: number;
  length: number;
  url?: string;
  user?: User;
  language?: string;
  custom_emoji_id?: string;
  unix_time?: number;
  date_time_format?: string;
}

export interface PhotoSize {
  file_id: string;
  file_unique_id: string;
  file_size: number;
  width: number;
  height: number;
}

/** A file other than a photo; each kind uses the fields that apply to it. */
export interface FileObject {
  file_id: string;
  file_unique_id: string;
  file_size: number;
  width?: number;
  height?: number;
  length?: number;
  duration?: number;
  mime_type?: string;
  file_name?: string;
  title?: string;
  performer?: string;
  thumbnail?: PhotoSize;
  /** The peaks of a voice message, each 0 to 31, from its beginning to its end. In the user API only. */
  waveform?: number[];
}

export interface InlineKeyboardButton {
  text: string;
  callback_data?: string;
  url?: string;
  copy_text?: { text: string };
  style?: ButtonStyle;
  /** Unsupported kinds of buttons, as the bot sent them. They are shown, but have no effect. */
  login_url?: UnsupportedButtonData;
  web_app?: UnsupportedButtonData;
  disabled_button?: UnsupportedButtonData;
  switch_inline_query?: UnsupportedButtonData;
  switch_inline_query_current_chat?: UnsupportedButtonData;
  switch_inline_query_chosen_chat?: UnsupportedButtonData;
  callback_game?: UnsupportedButtonData;
  pay?: UnsupportedButtonData;
}

/** The data of a button of an unsupported kind. */
export type UnsupportedButtonData = object | string | true;

/** The colour of a button; without a style, the default colour. */
export type ButtonStyle = "primary" | "success" | "danger";

export interface ReplyKeyboardButton {
  text: string;
  request_contact?: true;
  request_location?: true;
  style?: ButtonStyle;
  /** Unsupported kinds of buttons, as the bot sent them. They are shown, but have no effect. */
  request_users?: UnsupportedButtonData;
  request_chat?: UnsupportedButtonData;
  request_managed_bot?: UnsupportedButtonData;
  request_poll?: UnsupportedButtonData;
  web_app?: UnsupportedButtonData;
}

export interface InlineKeyboardMarkup {
  inline_keyboard: InlineKeyboardButton[][];
}

export interface ReplyKeyboardMarkup {
  keyboard: ReplyKeyboardButton[][];
  resize_keyboard?: true;
  one_time_keyboard?: true;
  is_persistent?: true;
  input_field_placeholder?: string;
  selective?: true;
}

export interface ReplyKeyboardRemove {
  remove_keyboard: true;
  selective?: true;
}

export interface ForceReply {
  force_reply: true;
  input_field_placeholder?: string;
  selective?: true;
}

export interface Location {
  latitude: number;
  longitude: number;
  horizontal_accuracy?: number;
}

export interface Venue {
  location: Location;
  title: string;
  address: string;
  foursquare_id?: string;
  foursquare_type?: string;
  google_place_id?: string;
  google_place_type?: string;
}

export interface LinkPreviewOptions {
  is_disabled?: true;
  url?: string;
  prefer_small_media?: true;
  prefer_large_media?: true;
  show_above_text?: true;
}

export interface MessageOrigin {
  type: "user" | "channel" | "chat";
  date: number;
  sender_user?: User;
  chat?: Chat;
  sender_chat?: Chat;
  message_id?: number;
  author_signature?: string;
}

export interface Message {
  message_id: number;
  from?: User;
  sender_chat?: Chat;
  chat: Chat;
  date: number;
  edit_date?: number;
  author_signature?: string;
  media_group_id?: string;
  reply_to_message?: Message;
  quote?: { text: string; position: number; entities?: MessageEntity[]; is_manual?: true };
  forward_origin?: MessageOrigin;
  forward_from?: User;
  forward_from_chat?: Chat;
  forward_from_message_id?: number;
  forward_date?: number;
  has_protected_content?: true;
  text?: string;
  entities?: MessageEntity[];
  link_preview_options?: LinkPreviewOptions;
  caption?: string;
  caption_entities?: MessageEntity[];
  show_caption_above_media?: true;
  has_media_spoiler?: true;
  photo?: PhotoSize[];
  video?: FileObject;
  animation?: FileObject;
  audio?: FileObject;
  voice?: FileObject;
  video_note?: FileObject;
  document?: FileObject;
  location?: Location;
  contact?: { phone_number: string; first_name: string; last_name?: string; user_id?: number; vcard?: string };
  venue?: Venue;
  dice?: { emoji: string; value: number };
  new_chat_members?: User[];
  new_chat_member?: User;
  new_chat_participant?: User;
  /** With `new_chat_members`: by an invite link or an invitation. In the user API only. */
  joined_by_link?: true;
  left_chat_member?: User;
  left_chat_participant?: User;
  new_chat_title?: string;
  new_chat_photo?: PhotoSize[];
  delete_chat_photo?: true;
  supergroup_chat_created?: true;
  channel_chat_created?: true;
  pinned_message?: Message;
  /** In a private chat of people: the sender signed up with the other person's invitation. */
  invitation_accepted?: true;
  /** How many people have signed up with the receiver's invitation for several, and the latest of them. */
  invitation_uses?: { count: number; users: User[] };
  reply_markup?: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply;
  /** Sent with `disable_notification`. In the user API only. */
  is_silent?: true;
  /** The idempotency key that the sender's client gave the message. Shown to its sender only. */
  client_key?: string;
}

export interface ChatPhoto {
  small_file_id: string;
  small_file_unique_id: string;
  big_file_id: string;
  big_file_unique_id: string;
}

/** The full information about a chat, as `getChat` returns it. */
export interface ChatFullInfo extends Chat {
  active_usernames?: string[];
  description?: string;
  /** Links and mentions in the description. In the user API only. */
  description_entities?: MessageEntity[];
  permissions?: Readonly<Record<string, boolean>>;
  photo?: ChatPhoto;
  pinned_message?: Message;
  [field: string]: unknown;
}

export interface ChatMember {
  user: User;
  status: "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";
  [field: string]: unknown;
}

export interface ChatMemberUpdated {
  chat: Chat;
  from: User;
  date: number;
  old_chat_member: ChatMember;
  new_chat_member: ChatMember;
  invite_link?: ChatInviteLink;
}

export interface ChatInviteLink {
  invite_link: string;
  creator: User;
  creates_join_request: boolean;
  is_primary: boolean;
  is_revoked: boolean;
  name?: string;
  expire_date?: number;
  member_limit?: number;
  /** The number of open join requests made with it; absent if there are none. */
  pending_join_request_count?: number;
  /** The number of people who joined with it. In lists of the user API only. */
  uses?: number;
}

/** A request to join a chat. */
export interface ChatJoinRequest {
  chat: Chat;
  from: User;
  /** The id of a private chat with the person. */
  user_chat_id: number;
  date: number;
  invite_link: ChatInviteLink;
}

export interface CallbackQuery {
  id: string;
  from: User;
  message: Message;
  chat_instance: string;
  data: string;
}

/** The largest lengths of a bot's settings in characters, and the largest number of commands. */
export const BOT_LIMITS = { name: 64, description: 512, commands: 100, command: 32, command_description: 256 } as const;

/** The most users that `addMembers` adds at once. Each costs a few statements of one transaction, and the service message names them all. */
export const MAX_ADDED_MEMBERS = 100;

/** A bot as shown to its owner. */
export interface OwnBot {
  user: User;
  description: string;
  /** The default commands, for everybody without a more specific list. */
  commands: { command: string; description: string }[];
  privacy: boolean;
  can_join_groups: boolean;
  /** `default` means the dialect in `service_dialect`. */
  dialect: "default" | "native" | "telegram";
  service_dialect: "native" | "telegram";
  /** Set while the bot is suspended by an owner of the service. */
  suspended?: true;
}

/** The draft of a message. */
export interface SavedDraft {
  text: string;
  entities?: MessageEntity[];
  /** Absent if the message was deleted since. */
  reply_to_message?: Message;
  /** When it was last changed. */
  date: number;
  /** Grows with each change of the draft of the chat. */
  version: number;
}

/** A person's own settings of a chat in their list. */
export interface ChatSettings {
  is_archived: boolean;
  /** Set by the person, independent of what is read; reading removes it. */
  is_marked_unread: boolean;
  /** Unix seconds; 2147483647 means forever. Present only while the chat is muted. */
  muted_until?: number;
  draft?: SavedDraft;
}

/** The largest file of each kind that the service accepts, in bytes (behaviour.md §5). */
export interface MediaLimits {
  photo: number;
  document: number;
  video: number;
  audio: number;
  voice: number;
  /** In an album, for every kind except photos. */
  media_group_file: number;
}

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
] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

/** The kinds of updates for bots that never set `allowed_updates`: all except `chat_member` (behaviour.md §6). */
export const DEFAULT_UPDATE_KINDS: readonly UpdateKind[] = UPDATE_KINDS.filter((kind) => kind !== "chat_member");

/** A group or channel as shown to somebody without an account. */
export interface ChatSummary {
  type: "supergroup" | "channel";
  title: string;
  description?: string;
  member_count: number;
}

/** A public group or channel in the directory. */
export interface DirectoryChat {
  chat: Chat & { photo?: ChatPhoto };
  description?: string;
  member_count: number;
  is_member: boolean;
}
