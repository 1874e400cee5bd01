/** The kind of a message's content, and its text. */
import type { FileKind } from "@heliogram/shared/files.ts";
import type { FileObject, Message, MessageEntity, PhotoSize } from "@heliogram/shared/wire.ts";
import type { Size } from "../media/picture-size.ts";
import { countFewEmoji } from "../text/emoji.ts";

export type ContentKind = FileKind | "text" | "location" | "venue" | "contact" | "dice" | ServiceKind;

export type ServiceKind =
  | "joined"
  | "left"
  | "title"
  | "new_photo"
  | "no_photo"
  | "created"
  | "pinned"
  | "invited"
  | "invitation_uses"
  | "unknown";

// An animation has a `document` too, and a venue a `location`: the more specific field comes first.
const KIND_BY_FIELD = [
  ["photo", "photo"],
  ["video", "video"],
  ["animation", "animation"],
  ["audio", "audio"],
  ["voice", "voice"],
  ["video_note", "video_note"],
  ["document", "document"],
  ["venue", "venue"],
  ["location", "location"],
  ["contact", "contact"],
  ["dice", "dice"],
  ["new_chat_members", "joined"],
  ["left_chat_member", "left"],
  ["new_chat_title", "title"],
  ["new_chat_photo", "new_photo"],
  ["delete_chat_photo", "no_photo"],
  ["supergroup_chat_created", "created"],
  ["channel_chat_created", "created"],
  ["pinned_message", "pinned"],
  ["invitation_accepted", "invited"],
  ["invitation_uses", "invitation_uses"],
  ["text", "text"],
] as const satisfies readonly (readonly [keyof Message, ContentKind])[];

export function kindOf(message: Message): ContentKind {
  return KIND_BY_FIELD.find(([field]) => message[field] !== undefined)?.[1] ?? "unknown";
}

const SERVICE_KINDS = new Set<ContentKind>([
  "joined",
  "left",
  "title",
  "new_photo",
  "no_photo",
  "created",
  "pinned",
  "invited",
  "invitation_uses",
  "unknown",
]);

export function isService(message: Message): boolean {
  return SERVICE_KINDS.has(kindOf(message));
}

/** The text or the caption, with its entities. */
export function textOf(message: Message): { readonly text: string; readonly entities: readonly MessageEntity[] } {
  return message.text === undefined
    ? { text: message.caption ?? "", entities: message.caption_entities ?? [] }
    : { text: message.text, entities: message.entities ?? [] };
}

/** The number of emoji of a message that consists of a few emoji only and shows them large; otherwise 0. */
export function largeEmojiOf({ text = "", entities = [] }: Message): number {
  return entities.length === 0 ? countFewEmoji(text) : 0;
}

/** The message of an album that has the caption. */
export function captionMessage(messages: readonly [Message, ...Message[]]): Message {
  return messages.find((each) => textOf(each).text !== "") ?? messages[0];
}

/** The file of a message, other than a photo. */
export function fileOf(message: Message): FileObject | undefined {
  const { video, animation, audio, voice, video_note, document } = message;
  return video ?? animation ?? audio ?? voice ?? video_note ?? document;
}

/** Whether an album consists of photos and videos, which share a layout. */
export function isVisualAlbum(messages: readonly Message[]): boolean {
  return messages.every(({ photo, video }) => photo ?? video);
}

/** The sizes of an album's pictures in pixels; 0 if unknown. */
export function pictureSizes(messages: readonly Message[]): Size[] {
  return messages.map(({ photo, video }) => {
    const { width = 0, height = 0 } = photo?.at(-1) ?? video ?? {};
    return { width, height };
  });
}

/** The smallest size of a photo that is at least this wide, otherwise the largest. */
export function sizeFor(photo: readonly PhotoSize[], width: number): PhotoSize {
  return photo.find((size) => size.width >= width) ?? photo.at(-1)!;
}
