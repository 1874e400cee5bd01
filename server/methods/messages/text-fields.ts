/** Texts, parse modes and entities as methods take them (behaviour.md §4). */
import { MAX_CAPTION, MAX_TEXT } from "@heliogram/shared/limits.ts";
import { MessageEntity as EntitySchema } from "@heliogram/shared/wire/messages.ts";
import { list as listSchema } from "@heliogram/shared/wire/schema.ts";
import type { MessageEntity } from "../../domain/text/entity.ts";
import { formatText } from "../../domain/text/format-text.ts";
import { arrayOf, int, object, optional, ParameterError, text, type Field } from "../engine/fields.ts";

/** A text or a caption, with its entities. */
export interface Formatted {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

export const NO_CAPTION: Formatted = { text: "", entities: [] };

function refuseMode(): never {
  throw new ParameterError("unsupported parse_mode");
}

export function parseMode(): Field<string> {
  return {
    read: (raw) => (typeof raw === "string" ? raw : refuseMode()),
    schema: { type: "string", enum: ["HTML", "Markdown", "MarkdownV2"] },
    description: "How the text marks its entities; the letter case does not matter.",
  };
}

/** Entities given as objects instead of by a parse mode. */
export function entitiesField(): Field<readonly MessageEntity[]> {
  const parts = {
    type: text({ max: 64 }),
    offset: int(),
    length: int(),
    url: optional(text({ max: 4096 })),
    user: optional(object({ id: int() }, { syntax: "can't parse entities", shape: "can't parse entities: user" })),
    language: optional(text({ max: 64 })),
    custom_emoji_id: optional(text({ max: 64 })),
    unix_time: optional(int()),
    date_time_format: optional(text({ max: 64 })),
  };
  const entity = object(parts, {
    syntax: "can't parse entities",
    shape: "can't parse entities: an object is expected",
  });
  const list = arrayOf(entity, { max: 4096, error: "can't parse entities: a JSON array is expected" });
  return {
    read: (raw, name) =>
      list.read(raw, name).map(({ user, ...rest }) => {
        const members = Object.entries({ ...rest, user_id: user?.id }).filter(([, value]) => value !== undefined);
        return Object.fromEntries(members) as unknown as MessageEntity;
      }),
    schema: listSchema(EntitySchema),
  };
}

/** Reads a message's text: 1 to 4096 code points after parsing. @throws ParameterError */
export function readText(raw: string, parse_mode?: string, entities?: readonly MessageEntity[]): Formatted {
  return format(raw, { max_code_points: MAX_TEXT, allow_empty: false, caption: false }, parse_mode, entities);
}

/** Reads the text of a streamed draft: up to 4096 code points after parsing. @throws ParameterError */
export function readDraftText(raw: string, parse_mode?: string, entities?: readonly MessageEntity[]): Formatted {
  const { text, entities: found } = format(
    raw,
    { max_code_points: MAX_TEXT, allow_empty: true, caption: false },
    parse_mode,
    entities,
  );
  return { text, entities: found };
}

/** Reads a caption: up to 1024 code points. @throws ParameterError */
export function readCaption(
  raw: string | undefined,
  parse_mode?: string,
  entities?: readonly MessageEntity[],
): Formatted {
  if (raw === undefined) return NO_CAPTION;
  return format(raw, { max_code_points: MAX_CAPTION, allow_empty: true, caption: true }, parse_mode, entities);
}

function format(
  raw: string,
  limits: { max_code_points: number; allow_empty: boolean; caption: boolean },
  parse_mode: string | undefined,
  entities: readonly MessageEntity[] | undefined,
): Formatted {
  const outcome = formatText(raw, {
    ...limits,
    ...(parse_mode === undefined ? {} : { parse_mode }),
    ...(entities === undefined ? {} : { entities }),
  });
  if (!outcome.ok) throw new ParameterError(outcome.error);
  return outcome;
}
