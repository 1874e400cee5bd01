/** Rich messages as methods take them (behaviour.md §4). */
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";
import { InputRichMessage } from "@heliogram/shared/wire/rich.ts";
import type { Account } from "../../domain/accounts.ts";
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

/** What was read of an input: a call that sends files needs it twice. */
const READ = new WeakMap<RichInput, Promise<ReadRichMessage>>();

/** A rich message. Its blocks are read by `readRich`. */
export function richMessage(): Field<RichInput> {
  const errors = { syntax: "can't parse rich message JSON object", shape: "object expected as rich message" };
  const make: Parameters<typeof objectOf<RichInput>>[2] = (value, fail, { unsupportedButtons }) => {
    const { media, blocks } = value;
    const markup = readFields(MARKUP_FIELDS, (name) => value[name]);
    for (const [name, list] of Object.entries({ media, blocks })) {
      if (list === null || list === undefined || Array.isArray(list)) continue;
      return fail(`can't parse rich message: ${name} is expected to be an array`);
    }
    return {
      ...markup,
      buttons: unsupportedButtons,
      ...(media === null || media === undefined ? {} : { media }),
      ...(blocks === null || blocks === undefined ? {} : { blocks }),
    };
  };
  return objectOf(InputRichMessage, errors, make, RICH_JSON);
}

/** The message that `actor` sends. @throws ParameterError */
export function readRich(input: RichInput, actor: Account): Promise<ReadRichMessage> {
  const known = READ.get(input);
  if (known) return known;
  // Buttons are a bot's, as keyboards are.
  const read = refusing(actor.is_bot ? input : { ...input, typed: true, buttons: "none" });
  READ.set(input, read);
  return read;
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
