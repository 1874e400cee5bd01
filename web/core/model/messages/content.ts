/** The kind of a message's content, and its text. */
import { SENDING_ABILITY, UNCAPTIONED, type FileKind, type SentKind } from "@heliogram/shared/files.ts";
import type { FileObject, Message, MessageEntity, PhotoSize } from "@heliogram/shared/wire.ts";
import type { Size } from "../media/picture-size.ts";
import { countFewEmoji } from "../text/emoji.ts";

export type ContentKind = SentKind | ServiceKind;

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
  | "topic_created"
  | "topic_edited"
  | "topic_closed"
  | "topic_reopened"
  | "general_hidden"
  | "general_shown"
  | "users_shared"
  | "chat_shared"
  | "came_near"
  | "unknown";

const KIND_BY_FIELD = [
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
  ["forum_topic_created", "topic_created"],
  ["forum_topic_edited", "topic_edited"],
  ["forum_topic_closed", "topic_closed"],
  ["forum_topic_reopened", "topic_reopened"],
  ["general_forum_topic_hidden", "general_hidden"],
  ["general_forum_topic_unhidden", "general_shown"],
  ["users_shared", "users_shared"],
  ["chat_shared", "chat_shared"],
  ["proximity_alert_triggered", "came_near"],
  ...(Object.keys(SENDING_ABILITY) as SentKind[]).map((kind) => [kind, kind] as const),
] as const satisfies readonly (readonly [keyof Message, ContentKind])[];

export function kindOf(message: Message): ContentKind {
  return KIND_BY_FIELD.find(([field]) => message[field] !== undefined)?.[1] ?? "unknown";
}

export function isService(message: Message): boolean {
  return !(kindOf(message) in SENDING_ABILITY);
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
  const kind = kindOf(message);
  return isFileKind(kind) && kind !== "photo" ? message[kind] : undefined;
}

export function isFileKind(kind: ContentKind): kind is FileKind {
  return kind in LAYOUTS;
}

/** How the file of a message is laid out: as large as the picture, as a disc, or as a row. */
const LAYOUTS: Readonly<Record<FileKind, "picture" | "disc" | "row">> = {
  photo: "picture",
  video: "picture",
  animation: "picture",
  video_note: "disc",
  audio: "row",
  voice: "row",
  document: "row",
};

/** @returns `undefined` for a message without a file */
export function layoutOf(message: Message): "picture" | "disc" | "row" | undefined {
  const kind = kindOf(message);
  return isFileKind(kind) ? LAYOUTS[kind] : undefined;
}

/** Whether the message can have a text or a caption that is edited. */
export function hasEditableText(message: Message): boolean {
  const kind = kindOf(message);
  return kind === "text" || (isFileKind(kind) && !UNCAPTIONED.has(kind));
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
