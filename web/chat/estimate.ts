/** How high a row will be, before it has been drawn once. */
import type { Message } from "@heliogram/shared/wire.ts";
import { boxFor } from "../model/box.ts";
import { ALBUM_WIDTH, albumLayout } from "../model/album-layout.ts";
import { fileOf, isPictures, largeEmojiOf, shapesOf, wordsOf } from "../model/content.ts";
import type { PostRow, Row } from "../model/rows.ts";

const LINE = 21;
/** Characters in a line of a bubble of usual width. */
const CHARACTERS = 52;
/** The height of emoji that stand alone, by how many there are. */
const EMOJI = [0, 60, 48, 42];
const ROUND = 208;
const FILE = 56;

/** Rows that show the same are the same objects, and all of them are asked for whenever one comes. */
const known = new WeakMap<Row, number>();

export function estimate(row: Row): number {
  let height = known.get(row);
  if (height === undefined) known.set(row, (height = row.kind === "post" ? estimatePost(row) : 40));
  return height;
}

function estimatePost({ messages, first }: PostRow): number {
  const [message] = messages;
  const { text } = wordsOf(message);
  const { reply_markup } = message;
  const media = messages.length > 1 ? albumHeight(messages) : mediaHeight(message);
  const buttons = reply_markup && "inline_keyboard" in reply_markup ? reply_markup.inline_keyboard.length * 44 : 0;
  const quote = message.reply_to_message ? 50 : 0;
  return 16 + (EMOJI[largeEmojiOf(message)] || wordsHeight(text)) + media + buttons + quote + (first ? 8 : 2);
}

function wordsHeight(text: string): number {
  if (text === "") return 0;
  return LINE * text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / CHARACTERS), 0);
}

function mediaHeight(message: Message): number {
  const { photo, video, animation, video_note } = message;
  const picture = photo?.at(-1) ?? video ?? animation;
  if (picture) return boxFor(picture.width ?? 0, picture.height ?? 0).height;
  if (video_note) return ROUND;
  return fileOf(message) ? FILE : 0;
}

function albumHeight(messages: readonly Message[]): number {
  return isPictures(messages) ? ALBUM_WIDTH / albumLayout(shapesOf(messages)).ratio : messages.length * FILE;
}
