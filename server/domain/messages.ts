/** Messages as the service keeps them: what was said, before anybody's view of it. */
import type { Media } from "./media.ts";
import type { ReplyMarkup } from "./markup.ts";
import type { MessageEntity } from "./text/entity.ts";

export interface Location {
  readonly latitude: number;
  readonly longitude: number;
  readonly horizontal_accuracy?: number;
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

/** What a sender wants of the preview of a link. Nothing is fetched: it is kept and told, for clients that do (behaviour.md §4). */
export interface LinkPreview {
  readonly is_disabled?: true;
  readonly url?: string;
  readonly prefer_small_media?: true;
  readonly prefer_large_media?: true;
  readonly show_above_text?: true;
}

/** What a service message tells (behaviour.md §4). */
export type Service =
  | { readonly kind: "new_chat_members"; readonly accounts: readonly number[] }
  | { readonly kind: "left_chat_member"; readonly account: number }
  | { readonly kind: "new_chat_title"; readonly title: string }
  | { readonly kind: "new_chat_photo"; readonly photo: Media }
  | { readonly kind: "delete_chat_photo" }
  | { readonly kind: "chat_created" }
  | { readonly kind: "pinned_message"; readonly message_id: number }
  /** In the private chat of an inviter and somebody who signed up by their invitation. */
  | { readonly kind: "invitation_accepted" };

/** Where a forwarded message came from. */
export interface Origin {
  readonly date: number;
  readonly sender_id: number;
  /** The channel, or the group of an anonymous administrator, that spoke. */
  readonly chat_id?: number;
  readonly message_id?: number;
  readonly author_signature?: string;
}

export interface Quote {
  readonly text: string;
  readonly position: number;
  /** Its looks, counted from its own beginning. */
  readonly entities?: readonly MessageEntity[];
}

/** Everything of a message besides its text: absent fields do not apply. */
export interface Content {
  readonly entities?: readonly MessageEntity[];
  readonly media?: Media;
  /** The picture or film is covered until somebody uncovers it for themselves. */
  readonly spoiler?: true;
  /** The caption stands above the picture or film instead of below. */
  readonly caption_above?: true;
  readonly link_preview?: LinkPreview;
  readonly location?: Location;
  readonly venue?: Venue;
  readonly contact?: Contact;
  readonly dice?: { readonly emoji: string; readonly value: number };
  readonly service?: Service;
  readonly markup?: ReplyMarkup;
  readonly origin?: Origin;
  readonly quote?: Quote;
  readonly author_signature?: string;
  readonly protected?: true;
  readonly silent?: true;
  /** What the sender's client called the message; nobody else is shown it. */
  readonly key?: string;
}

export interface Message {
  readonly chat_id: number;
  readonly message_id: number;
  readonly sender_id: number;
  /** The chat that speaks instead of the sender: a channel, or a group for its anonymous administrator. */
  readonly sender_chat_id: number | null;
  readonly date: number;
  readonly edit_date: number | null;
  readonly reply_to: number | null;
  readonly media_group_id: string | null;
  /** The text, or the caption of a message with media. */
  readonly text: string;
  readonly content: Content;
}

/** A message before it has its place in a chat. */
export interface Draft {
  readonly text: string;
  readonly content: Content;
  readonly reply_to: number | null;
  /** Who sent the message that this one answers, if anybody is to be told. */
  readonly answered?: number;
  readonly media_group_id?: string;
}

/** The media that a message has: what was sent, or the photo that a service message tells of. */
export function mediaOf({ media, service }: Content): Media | undefined {
  return media ?? (service?.kind === "new_chat_photo" ? service.photo : undefined);
}

export type ContentKind = "text" | Media["kind"] | "location" | "venue" | "contact" | "dice" | "service";

/** What sort of message a content makes, which decides the permission it needs. */
export function contentKind(content: Content): ContentKind {
  if (content.media) return content.media.kind;
  if (content.venue) return "venue";
  if (content.location) return "location";
  if (content.contact) return "contact";
  if (content.dice) return "dice";
  return content.service ? "service" : "text";
}

/** Whether an edit would leave a message as it is (interface.md, editMessageText: 400 when unchanged). */
export function sameContent(message: Message, text: string, content: Content): boolean {
  return message.text === text && JSON.stringify(essence(message.content)) === JSON.stringify(essence(content));
}

function essence(content: Content): unknown[] {
  const { entities = [], media, markup, spoiler, caption_above, link_preview } = content;
  return [entities, media, markup, spoiler, caption_above, link_preview].map((each) => each ?? null);
}
