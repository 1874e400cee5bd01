/**
 * Typed texts and formatted texts, with Markdown or without. Without it, a text is sent as it was typed; only mentions of
 * people, which are chosen from a list, are links.
 */
import { MAX_TEXT } from "@heliogram/shared/limits.ts";
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { parseMarkdown, type FormattedText } from "./markdown.ts";
import { asRichSource, hasBlocks } from "./rich-source.ts";
import { lengthOf } from "./split-text.ts";
import { isWritable, writeMarkdown } from "./write-markdown.ts";

const MENTION = /\[([^[\]\n]+)\]\(@(\d{1,16})\)/g;

/** The text to send for what was typed. */
export function readTyped(source: string, markdown: boolean): FormattedText {
  if (!markdown) return readMentions(source);
  const parsed = parseMarkdown(source);
  return hasBlocks(source) && lengthOf(source) <= MAX_TEXT ? { ...parsed, rich_source: asRichSource(source) } : parsed;
}

/** What to show in the field for a formatted text. Without Markdown, formats are left out. */
export function writeTyped({ text, entities }: FormattedText, markdown: boolean): string {
  return markdown ? writeMarkdown(text, entities) : writeMentions(text, entities);
}

/** Whether a message has formats that the field can show only with Markdown. */
export function needsMarkdown(entities: readonly MessageEntity[]): boolean {
  return entities.some((entity) => isWritable(entity) && entity.type !== "text_mention");
}

function readMentions(source: string): FormattedText {
  const entities: MessageEntity[] = [];
  let text = "";
  let at = 0;
  for (const { 0: whole, 1: name, 2: id, index } of source.matchAll(MENTION)) {
    text += source.slice(at, index);
    const user = { id: Number(id), is_bot: false, first_name: "" };
    entities.push({ type: "text_mention", offset: text.length, length: name!.length, user });
    text += name;
    at = index + whole.length;
  }
  return { text: text + source.slice(at), entities };
}

function writeMentions(text: string, entities: readonly MessageEntity[]): string {
  const mentions = entities
    .filter(
      ({ type, offset, length }) => type === "text_mention" && /^[^[\]\n]+$/.test(text.slice(offset, offset + length)),
    )
    .sort((a, b) => b.offset - a.offset);
  return mentions.reduce((source, { offset, length, user }) => {
    const name = source.slice(offset, offset + length);
    return `${source.slice(0, offset)}[${name}](@${user?.id})${source.slice(offset + length)}`;
  }, text);
}
