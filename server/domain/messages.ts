/** Messages as they are stored, independent of a viewer. */
import type { RichMessage } from "@heliogram/shared/rich.ts";
import type { Media, PhotoMedia } from "./media.ts";
import type { ReplyMarkup } from "./markup.ts";
import type { MessageEntity } from "./text/entity.ts";

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  readonly horizontal_accuracy?: number;
  /** Seconds from the date of the message on in which its sender may move it (domain/live-location.ts). */
  readonly live_period?: number;
  /** Degrees, 1 to 360. */
  readonly heading?: number;
  /** Metres: who comes this near triggers an alert (app/messages/proximity.ts). */
  readonly proximity_alert_radius?: number;
}

export interface Contact {
  readonly phone_number: string;
  readonly first_name: string;
  readonly last_name?: string;
  readonly user_id?: number;
  readonly vcard?: string;
}

export interface Venue {
  readonly title: string;
  readonly address: string;
  readonly foursquare_id?: string;
  readonly foursquare_type?: string;
  readonly google_place_id?: string;
  readonly google_place_type?: string;
}

/** The sender's options for the preview of a link (behaviour.md §4, Previews of links). */
export interface LinkPreview {
  readonly is_disabled?: true;
  readonly url?: string;
  readonly prefer_small_media?: true;
  readonly prefer_large_media?: true;
  readonly show_above_text?: true;
}

/** What a page says of itself, as a preview shows it. */
export interface PagePreview {
  readonly site_name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly photo?: PhotoMedia;
  /** The page wants its picture to be large. */
  readonly has_large_media?: true;
}

/** The preview of a message: what the page says, and the address under which the message links to it. */
export interface WebPage extends PagePreview {
  readonly url: string;
}

/** The content of a service message (behaviour.md §4). */
export type Service =
  | { readonly kind: "new_chat_members"; readonly accounts: readonly number[]; readonly by_link?: true }
  | { readonly kind: "left_chat_member"; readonly account: number }
  | { readonly kind: "new_chat_title"; readonly title: string }
  | { readonly kind: "new_chat_photo"; readonly photo: Media }
  | { readonly kind: "delete_chat_photo" }
  | { readonly kind: "chat_created" }
  | TopicService
  | { readonly kind: "pinned_message"; readonly message_id: number }
  /** In the private chat of an inviter and a person who signed up with their invitation. */
  | { readonly kind: "invitation_accepted" }
  | InvitationUses
  | SharedByButton
  | {
      readonly kind: "proximity_alert_triggered";
      readonly accounts: readonly [traveler: number, watcher: number];
      readonly distance_m: number;
    };

/** What happened to a topic, in the topic itself. */
export type TopicService =
  | {
      readonly kind: "forum_topic_created";
      readonly name: string;
      readonly icon_color: number;
      readonly icon_custom_emoji_id?: string;
    }
  /** Only what has changed. An empty `icon_custom_emoji_id` means that the icon was removed. */
  | { readonly kind: "forum_topic_edited"; readonly name?: string; readonly icon_custom_emoji_id?: string }
  | {
      readonly kind:
        | "forum_topic_closed"
        | "forum_topic_reopened"
        | "general_forum_topic_hidden"
        | "general_forum_topic_unhidden";
    };

/** What a person has shared by a button of a keyboard, and what the bot sees of it besides the ids. */
export type SharedByButton = {
  readonly request_id: number;
  readonly shows: readonly ("name" | "username" | "photo")[];
} & (
  | { readonly kind: "users_shared"; readonly accounts: readonly number[] }
  | { readonly kind: "chat_shared"; readonly chat_id: number }
);

/** The notice that the inviter gets of an invitation for several people: how many have used it, and the latest of them. */
export interface InvitationUses {
  readonly kind: "invitation_uses";
  readonly invitation_id: number;
  readonly count: number;
  readonly accounts: readonly number[];
}

/** The origin of a forwarded message. */
export interface Origin {
  readonly date: number;
  readonly sender_id: number;
  /** The chat that was the sender: a channel, or a group for its anonymous administrator. */
  readonly chat_id?: number;
  readonly message_id?: number;
  readonly author_signature?: string;
}

/** The message of another chat to which a message replies. Whoever replies discloses its sender, as by a forward. */
export interface ExternalReply {
  readonly chat_id: number;
  readonly message_id: number;
  readonly origin: Origin;
}

export interface Quote {
  readonly text: string;
  readonly position: number;
  /** Its formatting, with offsets from the beginning of the quote. */
  readonly entities?: readonly MessageEntity[];
}

/** Everything in a message besides its text. Fields that do not apply are absent. */
export interface Content {
  readonly entities?: readonly MessageEntity[];
  /** The blocks of a rich message. The text and the entities are its plain text. */
  readonly rich?: RichMessage;
  /** The files that its blocks show, to which they refer by their places. */
  readonly rich_files?: readonly Media[];
  /** The Markdown of a rich message that a person wrote, for its edits. */
  readonly rich_source?: string;
  readonly media?: Media;
  /** The photo or video is covered until the viewer reveals it. */
  readonly spoiler?: true;
  /** The caption is shown above the photo or video instead of below. */
  readonly caption_above?: true;
  readonly link_preview?: LinkPreview;
  /** The preview of the page that the text links to. It is added after the message was sent. */
  readonly web_page?: WebPage;
  readonly location?: Location;
  readonly venue?: Venue;
  readonly contact?: Contact;
  readonly dice?: { readonly emoji: string; readonly value: number };
  readonly service?: Service;
  readonly markup?: ReplyMarkup;
  /** The edit date is that of the first edit of the keyboard; nothing else was edited. */
  readonly markup_edited?: true;
  readonly origin?: Origin;
  readonly quote?: Quote;
  readonly external_reply?: ExternalReply;
  readonly author_signature?: string;
  readonly protected?: true;
  readonly silent?: true;
  /** The idempotency key that the sender's client gave the message; shown to the sender only. */
  readonly key?: string;
}

/** How often a message has a reaction. */
export interface ReactionCount {
  readonly emoji: string;
  readonly count: number;
}

export interface Message {
  readonly chat_id: number;
  readonly message_id: number;
  readonly sender_id: number;
  /** The chat that is shown as the sender: a channel, or a group for its anonymous administrator. */
  readonly sender_chat_id: number | null;
  readonly date: number;
  readonly edit_date: number | null;
  readonly reply_to: number | null;
  readonly media_group_id: string | null;
  /** The topic, by the message that created it; 1 for General; `null` outside of topics. */
  readonly thread_id: number | null;
  /** The text, or the caption of a message with media. */
  readonly text: string;
  readonly content: Content;
  /** How often it has each reaction, the earliest first; absent if it has none. */
  readonly reactions?: readonly ReactionCount[];
}

/** A message before it is posted and gets an id. */
export interface NewMessage {
  readonly text: string;
  readonly content: Content;
  readonly reply_to: number | null;
  /** The sender of the message that this one replies to, if they should be notified. */
  readonly reply_to_sender_id?: number;
  readonly media_group_id?: string;
  /** The topic; if it is left out, General in a forum and none elsewhere. */
  readonly thread_id?: number | null;
  /** The message creates a topic, whose id is its own. */
  readonly opens_topic?: true;
}

/** Why nobody may forward or copy a message, or `undefined`. */
export function forwardRefusal({ content }: Message): "FORWARD_IMPOSSIBLE" | "FORWARD_PROTECTED" | undefined {
  if (content.service) return "FORWARD_IMPOSSIBLE";
  return content.protected ? "FORWARD_PROTECTED" : undefined;
}

/** The media of a message: its own, the first of a rich message, the new photo of a service message, or the picture of a preview. */
export function mediaOf({ media, rich_files, service, web_page }: Content): Media | undefined {
  return media ?? rich_files?.[0] ?? (service?.kind === "new_chat_photo" ? service.photo : web_page?.photo);
}

export type ContentKind = "text" | Media["kind"] | "location" | "venue" | "contact" | "dice" | "service";

/** All files that a message shows, apart from the picture of a preview. */
export function filesOf({ media, rich_files = [] }: Content): readonly Media[] {
  return media ? [media, ...rich_files] : rich_files;
}

/** The kind of a content, which decides the permission that sending it needs. */
export function contentKind(content: Content): ContentKind {
  if (content.media) return content.media.kind;
  if (content.venue) return "venue";
  if (content.location) return "location";
  if (content.contact) return "contact";
  if (content.dice) return "dice";
  return content.service ? "service" : "text";
}

/** Whether an edit would change nothing (interface.md, editMessageText: 400 when unchanged). */
export function sameContent(message: Message, text: string, content: Content): boolean {
  return (
    message.text === text && JSON.stringify(editableFields(message.content)) === JSON.stringify(editableFields(content))
  );
}

function editableFields(content: Content): unknown[] {
  const { entities = [], rich, rich_files, media, location, markup, spoiler, caption_above, link_preview } = content;
  return [entities, rich, rich_files, media, location, markup, spoiler, caption_above, link_preview].map(
    (each) => each ?? null,
  );
}
