/** What sort of message it is, and the words it has. */
import type { FileObject, Message, MessageEntity, PhotoSize } from "@heliogram/shared/wire.ts";
import type { Box } from "./box.ts";
import { fewEmoji } from "./emoji.ts";
import type { FileKind } from "./file-address.ts";

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
  | "unknown";

// An animation is a document too, and a venue a location: the more special comes first.
const FIELDS = [
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
  ["text", "text"],
] as const satisfies readonly (readonly [keyof Message, ContentKind])[];

export function kindOf(message: Message): ContentKind {
  return FIELDS.find(([field]) => message[field] !== undefined)?.[1] ?? "unknown";
}

const SERVICES = new Set<ContentKind>([
  "joined",
  "left",
  "title",
  "new_photo",
  "no_photo",
  "created",
  "pinned",
  "invited",
  "unknown",
]);

export function isService(message: Message): boolean {
  return SERVICES.has(kindOf(message));
}

/** The text or the caption, with its entities. */
export function wordsOf(message: Message): { readonly text: string; readonly entities: readonly MessageEntity[] } {
  return message.text === undefined
    ? { text: message.caption ?? "", entities: message.caption_entities ?? [] }
    : { text: message.text, entities: message.entities ?? [] };
}

/** How many emoji a message is made of that has nothing else and shows them large; otherwise 0. */
export function largeEmojiOf({ text = "", entities = [] }: Message): number {
  return entities.length === 0 ? fewEmoji(text) : 0;
}

/** The message of an album whose words are the album's. */
export function spokenOf(messages: readonly [Message, ...Message[]]): Message {
  return messages.find((each) => wordsOf(each).text !== "") ?? messages[0];
}

/** The file of a message that has one other than a photo. */
export function fileOf(message: Message): FileObject | undefined {
  const { video, animation, audio, voice, video_note, document } = message;
  return video ?? animation ?? audio ?? voice ?? video_note ?? document;
}

/** Whether messages of an album are pictures and films: those share a rectangle. */
export function isPictures(messages: readonly Message[]): boolean {
  return messages.every(({ photo, video }) => photo ?? video);
}

/** The shapes of an album's pictures, in pixels; 0 where one is not known. */
export function shapesOf(messages: readonly Message[]): Box[] {
  return messages.map(({ photo, video }) => {
    const { width = 0, height = 0 } = photo?.at(-1) ?? video ?? {};
    return { width, height };
  });
}

/** The smallest size of a photo that is sharp at this width, else the largest. */
export function sizeFor(photo: readonly PhotoSize[], width: number): PhotoSize {
  return photo.find((size) => size.width >= width) ?? photo.at(-1)!;
}
