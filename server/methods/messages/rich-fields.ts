/** Rich messages as methods take them (behaviour.md §4). */
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";
import { InputRichMessage } from "@heliogram/shared/wire/rich.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Content } from "../../domain/messages.ts";
import { RichError } from "../../domain/rich/rich-error.ts";
import type { ReadRichMessage, RichInput } from "../../domain/rich/rich-message.ts";
import { RICH_JSON } from "../engine/json-limits.ts";
import { bool, objectOf, optional, ParameterError, readFields, text, type Field } from "../engine/fields.ts";

const MARKUP_FIELDS = {
  markdown: optional(text({ max: RICH_LIMITS.markup })),
  html: optional(text({ max: RICH_LIMITS.markup })),
  is_rtl: optional(bool()),
  skip_entity_detection: optional(bool()),
};

/** A rich message. Its blocks are read by `readRich`. */
export function richMessage(): Field<RichInput> {
  const errors = { syntax: "can't parse rich message JSON object", shape: "object expected as rich message" };
  const make: Parameters<typeof objectOf<RichInput>>[2] = (value, fail) => {
    const { media, blocks } = value;
    if (media !== undefined && media !== null && !(Array.isArray(media) && media.length === 0)) {
      return fail("can't parse rich message: media of the message are not supported");
    }
    const markup = readFields(MARKUP_FIELDS, (name) => value[name]);
    if (blocks === null || blocks === undefined) return markup;
    return Array.isArray(blocks)
      ? { ...markup, blocks }
      : fail("can't parse rich message: blocks is expected to be an array");
  };
  return objectOf(InputRichMessage, errors, make, RICH_JSON);
}

/** The plain text and the content of a message that `actor` sends. @throws ParameterError */
export async function readRich(input: RichInput, actor: Account): Promise<{ text: string; content: Content }> {
  const { rich, text: plain, entities } = await refusing({ ...input, typed: !actor.is_bot });
  const source = actor.is_bot || input.markdown === undefined ? {} : { rich_source: input.markdown };
  return { text: plain, content: { ...(entities.length > 0 ? { entities } : {}), rich, ...source } };
}

async function refusing(input: RichInput): Promise<ReadRichMessage> {
  // A start is a tenth faster without the parsers of Markdown and HTML.
  const { readRichMessage } = await import("../../domain/rich/rich-message.ts");
  try {
    return readRichMessage(input);
  } catch (error) {
    throw error instanceof RichError ? new ParameterError(error.message) : error;
  }
}
