/** Estimates the height of a row of the message list before it has been rendered. */
import type { Message } from "@heliogram/shared/wire.ts";
import { displaySize } from "../../core/model/media/picture-size.ts";
import { ALBUM_WIDTH, albumLayout } from "../../core/model/media/album-layout.ts";
import {
  fileOf,
  isVisualAlbum,
  largeEmojiOf,
  layoutOf,
  pictureSizes,
  textOf,
} from "../../core/model/messages/content.ts";
import { previewOf } from "../../core/model/messages/link-preview.ts";
import { hasReactions } from "../../core/model/messages/reactions.ts";
import type { PostRow, Row } from "../../core/model/messages/rows.ts";

const LINE_HEIGHT = 21;
/** Characters per line in a bubble of typical width. */
const CHARACTERS_PER_LINE = 52;
/** The height of large emoji by their number. */
const EMOJI_HEIGHTS = [0, 60, 48, 42];
/** Of the preview of a link, in pixels. */
const PREVIEW_LINE_HEIGHT = 19;
const PREVIEW_PADDING = 12;
const PREVIEW_WIDTH = 480;
const SMALL_PICTURE_HEIGHT = 80;
const LARGE_PICTURE_HEIGHT = 288;
const TOPIC_LABEL_HEIGHT = 22;
const FIXED_HEIGHTS = { disc: 208, row: 56 };

/** Rows that show the same are the same objects, and the list asks for all heights whenever a row is added. */
const heights = new WeakMap<Row, number>();

/** @param isWhole - whether the chat is shown as a whole, so that messages have labels of their topics */
export function estimateHeight(row: Row, isWhole = false): number {
  let height = heights.get(row);
  if (height === undefined) heights.set(row, (height = estimate(row)));
  const isLabelled = isWhole && row.kind === "post" && row.messages[0].message_thread_id !== undefined;
  return isLabelled ? height + TOPIC_LABEL_HEIGHT : height;
}

function estimate(row: Row): number {
  if (row.kind === "draft") return 16 + textHeight(row.draft.text || "…") + (row.first ? 8 : 2);
  return row.kind === "post" ? estimatePostHeight(row) : 40;
}

function estimatePostHeight({ messages, first }: PostRow): number {
  const [message] = messages;
  const { text } = textOf(message);
  const { reply_markup } = message;
  const media = messages.length > 1 ? albumHeight(messages) : mediaHeight(message);
  const buttons = reply_markup && "inline_keyboard" in reply_markup ? reply_markup.inline_keyboard.length * 44 : 0;
  const quote = message.reply_to_message || message.external_reply ? 50 : 0;
  const besides = media + buttons + quote + previewHeight(message) + (hasReactions(message) ? 36 : 0);
  return 16 + (EMOJI_HEIGHTS[largeEmojiOf(message)] || textHeight(text)) + besides + (first ? 8 : 2);
}

function previewHeight(message: Message): number {
  const preview = previewOf(message);
  if (!preview) return 0;
  const { page, isLarge } = preview;
  const lines = 1 + Math.min(2, linesOf(page.title)) + Math.min(3, linesOf(page.description));
  const { width = 0, height = 0 } = page.photo?.at(-1) ?? {};
  const words = PREVIEW_PADDING + lines * PREVIEW_LINE_HEIGHT;
  if (isLarge) return words + Math.min(LARGE_PICTURE_HEIGHT, (PREVIEW_WIDTH * height) / Math.max(1, width));
  return page.photo ? Math.max(words, SMALL_PICTURE_HEIGHT) : words;
}

function linesOf(text = ""): number {
  return Math.ceil(text.length / CHARACTERS_PER_LINE);
}

function textHeight(text: string): number {
  if (text === "") return 0;
  return (
    LINE_HEIGHT * text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / CHARACTERS_PER_LINE), 0)
  );
}

function mediaHeight(message: Message): number {
  const layout = layoutOf(message);
  const { width = 0, height = 0 } = message.photo?.at(-1) ?? fileOf(message) ?? {};
  if (layout === "picture") return displaySize(width, height).height;
  return layout === undefined ? 0 : FIXED_HEIGHTS[layout];
}

function albumHeight(messages: readonly Message[]): number {
  return isVisualAlbum(messages)
    ? ALBUM_WIDTH / albumLayout(pictureSizes(messages)).ratio
    : messages.length * FIXED_HEIGHTS.row;
}
