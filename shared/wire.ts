/** What travels on the wire, to bots and to the web client: the objects of docs/interface.md and their usual company. */

export interface User {
  id: number;
  is_bot: boolean;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
  /** To people alone. */
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
}

export interface PhotoSize {
  file_id: string;
  file_unique_id: string;
  file_size: number;
  width: number;
  height: number;
}

/** Any stored file apart from photos; each kind uses the fields that apply to it. */
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
  /** Peaks of a voice message, each 0 to 31, from its beginning to its end; shown to people alone. */
  waveform?: number[];
}

export interface InlineKeyboardButton {
  text: string;
  callback_data?: string;
  url?: string;
  copy_text?: { text: string };
  style?: ButtonStyle;
  /** Kinds of button that the service does not have, as the bot sent them: shown, but of no effect. */
  login_url?: AbsentPart;
  web_app?: AbsentPart;
  disabled_button?: AbsentPart;
  switch_inline_query?: AbsentPart;
  switch_inline_query_current_chat?: AbsentPart;
  switch_inline_query_chosen_chat?: AbsentPart;
  callback_game?: AbsentPart;
  pay?: AbsentPart;
}

/** What a button of a kind that the service does not have would do. */
export type AbsentPart = object | string | true;

/** How a button is coloured; without one, like any button of its keyboard. */
export type ButtonStyle = "primary" | "success" | "danger";

export interface ReplyKeyboardButton {
  text: string;
  request_contact?: true;
  request_location?: true;
  style?: ButtonStyle;
  /** Kinds of button that the service does not have, as the bot sent them: shown, but of no effect. */
  request_users?: AbsentPart;
  request_chat?: AbsentPart;
  request_managed_bot?: AbsentPart;
  request_poll?: AbsentPart;
  web_app?: AbsentPart;
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
  left_chat_member?: User;
  left_chat_participant?: User;
  new_chat_title?: string;
  new_chat_photo?: PhotoSize[];
  delete_chat_photo?: true;
  supergroup_chat_created?: true;
  channel_chat_created?: true;
  pinned_message?: Message;
  /** Between people: the sender signed up by the other one's invitation. */
  invitation_accepted?: true;
  reply_markup?: InlineKeyboardMarkup | ReplyKeyboardMarkup | ReplyKeyboardRemove | ForceReply;
  /** To people alone: whoever sent it wanted nobody to be notified. */
  is_silent?: true;
  /** To its sender alone: what the sender's client called the message before it had a number. */
  client_key?: string;
}

export interface ChatPhoto {
  small_file_id: string;
  small_file_unique_id: string;
  big_file_id: string;
  big_file_unique_id: string;
}

/** The long record of a chat, as `getChat` answers it. */
export interface ChatFullInfo extends Chat {
  active_usernames?: string[];
  description?: string;
  /** The links and names in it; to people alone. */
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
  /** How many who asked to join by it have no answer yet; only if there are any. */
  pending_join_request_count?: number;
  /** People who came by it: in lists for people alone. */
  uses?: number;
}

/** Somebody asks to come into a chat. */
export interface ChatJoinRequest {
  chat: Chat;
  from: User;
  /** The id of the private chat with them, should there be one. */
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

/** Characters of what owners choose for their bots, and how many commands there may be. */
export const BOT_LIMITS = { name: 64, description: 512, commands: 100, command: 32, command_description: 256 } as const;

/** A bot as its owner sees it. */
export interface OwnBot {
  user: User;
  description: string;
  /** Those offered to everybody who has no list of their own. */
  commands: { command: string; description: string }[];
  privacy: boolean;
  can_join_groups: boolean;
  /** `default` follows `service_dialect`. */
  dialect: "default" | "native" | "telegram";
  service_dialect: "native" | "telegram";
  /** Set while an owner of the service keeps the bot out. */
  suspended?: true;
}

/** A message that a person has written but not sent. */
export interface SavedDraft {
  text: string;
  entities?: MessageEntity[];
  /** Left out when it was deleted since. */
  reply_to_message?: Message;
  /** When it was last changed. */
  date: number;
}

/** What a person set for a chat in their own list. */
export interface ChatSettings {
  is_archived: boolean;
  /** Marked by the person, whatever is read; reading takes the mark away. */
  is_marked_unread: boolean;
  /** Unix seconds, 2147483647 for good; only while it lasts. */
  muted_until?: number;
  draft?: SavedDraft;
}

/** The largest file of each kind that the service takes, in bytes (behaviour.md §5). */
export interface MediaLimits {
  photo: number;
  document: number;
  video: number;
  audio: number;
  voice: number;
  /** In an album, of any kind but photo. */
  media_group_file: number;
}

/** The kinds of update there are (behaviour.md §6). */
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

/** What a bot gets that never said which kinds it wants: everything but `chat_member` (behaviour.md §6). */
export const DEFAULT_UPDATE_KINDS: readonly UpdateKind[] = UPDATE_KINDS.filter((kind) => kind !== "chat_member");

/** A group or channel as somebody sees it who has no account yet. */
export interface ChatGlimpse {
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
