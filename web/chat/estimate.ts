/** How high a row will be, before it has been drawn once. */
import { boxFor } from "../model/box.ts";
import { fileOf, wordsOf } from "../model/content.ts";
import type { PostRow, Row } from "../model/rows.ts";

const LINE = 21;
/** Characters in a line of a bubble of usual width. */
const CHARACTERS = 52;

export function estimate(row: Row): number {
  return row.kind === "post" ? estimatePost(row) : 40;
}

function estimatePost({ messages, first }: PostRow): number {
  const [message] = messages;
  const { text } = wordsOf(message);
  const lines =
    text === "" ? 0 : text.split("\n").reduce((sum, line) => sum + Math.ceil((line.length + 1) / CHARACTERS), 0);
  const { photo, video, animation, reply_markup } = message;
  const picture = photo?.at(-1) ?? video ?? animation;
  const media = picture ? boxFor(picture.width ?? 0, picture.height ?? 0).height : fileOf(message) ? 56 : 0;
  const buttons = reply_markup && "inline_keyboard" in reply_markup ? reply_markup.inline_keyboard.length * 44 : 0;
  const quote = message.reply_to_message ? 50 : 0;
  return 16 + lines * LINE + media + buttons + quote + (first ? 8 : 2);
}
