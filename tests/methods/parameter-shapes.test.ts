/** Parameters whose values have another shape than declared: 400, in every method and at every depth (behaviour.md §1). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openApi } from "heliogram/methods/api-docs/openapi.ts";
import { ASSISTANT_METHODS } from "heliogram/methods/assistant/index.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { DEVELOPER_METHODS } from "heliogram/methods/developer/index.ts";
import { ParameterError, type Field } from "heliogram/methods/engine/fields.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { resolve } from "../support/json-schema.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";

const DOCUMENT: Json = openApi("0.0.0", BOT_METHODS, USER_METHODS, DEVELOPER_METHODS);

type Shape = "integer" | "number" | "boolean" | "string" | "word" | "array" | "object" | "chat";

function shapeOf(schema: Json): Shape {
  if (schema.$ref !== undefined) return shapeOf(resolve(schema.$ref, DOCUMENT));
  const alternatives: Json[] | undefined = schema.oneOf ?? schema.anyOf;
  if (alternatives) return alternatives.some(({ type }) => type === "integer") ? "chat" : shapeOf(alternatives[0]);
  return schema.type === "string" && schema.enum ? "word" : schema.type;
}

const DIGITS = /^\s*[+-]?\d+(\.0*)?\s*$/;
const WORDS = new Set(["true", "yes", "1", "false", "no", "0"]);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isList = (value: unknown): boolean => Array.isArray(value);
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null && !isList(value);
const orText = (isShape: (value: unknown) => boolean) => (value: unknown) =>
  isShape(typeof value === "string" ? parsed(value) : value);

/** Whether a value, which is not omitted, has the shape, in one of the notations of behaviour.md §1. */
const HAS: Readonly<Record<Shape, (value: unknown) => boolean>> = {
  integer: (value) => Number.isInteger(value) || (typeof value === "string" && DIGITS.test(value)),
  number: (value) => typeof value === "number" || (typeof value === "string" && Number.isFinite(Number(value))),
  boolean: (value) => typeof value !== "object" && WORDS.has(String(value).trim().toLowerCase()),
  string: (value) => typeof value !== "object",
  word: (value) => typeof value === "string",
  array: orText(isList),
  object: orText(isObject),
  chat: (value) => typeof value === "string" || Number.isInteger(value),
};

/** One value of every shape, and those that a lenient conversion would take for another. */
const VALUES: readonly unknown[] = [
  [],
  [1],
  ["1"],
  [true],
  ["true"],
  [[1]],
  {},
  { a: 1 },
  { "0": true, length: 1 },
  true,
  false,
  0,
  2,
  -1,
  1.5,
  "x",
  "1.5",
  "[1]",
  '{"a":1}',
];

const byName = (methods: readonly Method[]): [string, Method][] =>
  methods.filter(({ fields }) => Object.keys(fields).length > 0).map((method) => [method.name, method]);

/** What reading a value ends in. @throws whatever is no error about the parameter */
function outcome(field: Field<unknown>, value: unknown): "read" | "refused" {
  try {
    field.read(value, "parameter");
    return "read";
  } catch (error) {
    if (error instanceof ParameterError) return "refused";
    throw error;
  }
}

describe.each([
  ["bots", BOT_METHODS],
  ["people", USER_METHODS],
  ["developers", DEVELOPER_METHODS],
  ["the assistant", ASSISTANT_METHODS],
])("every parameter of a method of %s", (_who, methods) => {
  test.each(byName(methods))("%s refuses other shapes", (_name, { fields }) => {
    for (const [name, field] of Object.entries(fields)) {
      const has = HAS[shapeOf(field.schema)];
      const check = (value: unknown) => {
        const ended = outcome(field, value);
        expect([name, value, has(value) || ended]).toEqual([name, value, has(value) || "refused"]);
      };
      for (const value of VALUES) check(value);
      const given = fc.jsonValue({ maxDepth: 2 }).filter((value) => value !== null && value !== "");
      fc.assert(fc.property(given, check), { numRuns: 30 });
    }
  });
});

test("a list that has at least one item by its declaration or its description is not empty", () => {
  const lists = [...BOT_METHODS, ...USER_METHODS, ...DEVELOPER_METHODS, ...ASSISTANT_METHODS].flatMap((method) =>
    Object.entries<Field<unknown>>(method.fields)
      .filter(([, { schema }]) => shapeOf(schema) === "array")
      .map(([name, field]) => ({ name: `${method.name}.${name}`, field })),
  );
  const needed = lists.filter(
    ({ field: { schema, description = "" } }) => (schema.minItems as number) >= 1 || /^1 to \d/.test(description),
  );
  expect(needed.map(({ name }) => name)).toContain("deleteMessages.message_ids");
  for (const { name, field } of needed) {
    expect([name, field.schema.minItems]).toEqual([name, 1]);
    expect([name, outcome(field, []), outcome(field, "[]")]).toEqual([name, "refused", "refused"]);
  }
});

const BUTTON = { text: "A", callback_data: "a", style: "primary" };
const ENTITIES = [
  { type: "bold", offset: 0, length: 1 },
  { type: "text_link", offset: 0, length: 1, url: "https://example.org" },
  { type: "text_mention", offset: 0, length: 1, user: { id: 1 } },
];
const MEDIA = {
  type: "video",
  media: "attach://a",
  caption: "a",
  parse_mode: "HTML",
  caption_entities: ENTITIES,
  width: 1,
  height: 1,
  duration: 1,
  thumbnail: "attach://b",
  has_spoiler: true,
  show_caption_above_media: true,
};

/** Valid values of the bot API's parameters that have members. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  reply_markup: [
    { inline_keyboard: [[BUTTON, { text: "B", url: "https://example.org" }, { text: "C", copy_text: { text: "c" } }]] },
    {
      keyboard: [[{ text: "A", request_contact: true, request_location: true, style: "danger" }]],
      resize_keyboard: true,
      one_time_keyboard: true,
      is_persistent: true,
      input_field_placeholder: "a",
      selective: true,
    },
    {
      keyboard: [
        [
          {
            text: "A",
            request_users: {
              request_id: 1,
              user_is_bot: false,
              user_is_premium: true,
              max_quantity: 2,
              request_name: true,
            },
          },
          {
            text: "B",
            request_chat: {
              request_id: 2,
              chat_is_channel: false,
              chat_is_forum: true,
              chat_is_created: true,
              user_administrator_rights: { is_anonymous: false, can_pin_messages: true },
              bot_is_member: true,
            },
          },
        ],
      ],
    },
    { remove_keyboard: true, selective: true },
    { force_reply: true, input_field_placeholder: "a", selective: true },
  ],
  entities: [ENTITIES],
  caption_entities: [ENTITIES],
  link_preview_options: [{ is_disabled: true, url: "https://example.org", prefer_small_media: true }],
  reply_parameters: [
    {
      message_id: 1,
      chat_id: 1,
      allow_sending_without_reply: true,
      quote: "a",
      quote_parse_mode: "HTML",
      quote_entities: [ENTITIES[0]],
      quote_position: 0,
    },
  ],
  media: [[{ ...MEDIA, type: "photo" }, MEDIA], MEDIA],
  permissions: [{ can_send_messages: true, can_send_media_messages: false, can_send_photos: true }],
  commands: [[{ command: "start", description: "Starts" }]],
  scope: [{ type: "chat_member", chat_id: 1, user_id: 2 }],
  message_ids: [[1, 2]],
  allowed_updates: [["message", "callback_query"]],
  waveform: [[1, 2]],
  rights: [{ can_pin_messages: true, can_delete_messages: false }],
  menu_button: [{ type: "commands" }],
  rich_message: [{ markdown: "a", html: "a", blocks: [], media: [], is_rtl: true, skip_entity_detection: false }],
  reaction: [[{ type: "emoji", emoji: "👍" }]],
};

/** Values of other shapes than this one. A text may be the short form of an object, such as of a keyboard's button. */
function corruptionsOf(value: unknown, key?: string): readonly unknown[] {
  // A chat may have a user name.
  if (key === "chat_id") return [[], [1], {}, true, 1.5, "1.5"];
  if (Array.isArray(value)) return [{}, 5, true, "x"];
  if (typeof value === "object") return [[], [value], 5, true];
  if (typeof value === "number") return [[], [1], {}, true, "x", 1.5, "1.5"];
  return typeof value === "boolean" ? [[], [true], ["true"], {}, 2, 1.5, "maybe"] : [[], ["x"], {}, { a: 1 }];
}

/** The value with one of its parts replaced, in every way. */
function* corrupted(value: Json, at?: string): Generator<Json> {
  yield* corruptionsOf(value, at);
  if (typeof value !== "object") return;
  for (const key of Object.keys(value)) {
    for (const part of corrupted(value[key], key)) {
      const copy = structuredClone(value);
      copy[key] = part;
      yield copy;
    }
  }
}

describe("within objects and arrays of the bot API", () => {
  const structured = BOT_METHODS.flatMap((method) =>
    Object.entries(method.fields)
      .filter(([, { schema }]) => ["array", "object"].includes(shapeOf(schema)))
      .map(([name, field]): [string, string, Field<unknown>] => [method.name, name, field]),
  );

  test.each(structured)("%s.%s refuses other shapes of every part", (method, name, field) => {
    const samples = SAMPLES[name]?.filter((sample) => HAS[shapeOf(field.schema)](sample));
    expect(samples, `a sample of ${name}`).toBeDefined();
    for (const sample of samples!) {
      expect([method, sample, outcome(field, sample)]).toEqual([method, sample, "read"]);
      for (const value of corrupted(sample)) expect([value, outcome(field, value)]).toEqual([value, "refused"]);
    }
  });
});

describe("over HTTP", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory");
  });
  afterAll(() => t.stop());

  const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

  test.each(byName(BOT_METHODS))("%s answers 400", async (_, method) => {
    const wrong: unknown[] = [];
    for (const [name, field] of Object.entries(method.fields)) {
      const value = VALUES.find((each) => !HAS[shapeOf(field.schema)](each));
      const request = { ...method.example.request, [name]: value };
      const form = new URLSearchParams(Object.entries(request).map(([key, each]) => [key, asText(each)]));
      const path = `/bot${t.token("guard_bot")}/${method.name}`;
      const answers = [await t.bot("guard_bot", method.name, request)];
      // In a form an array is a text, which is what is expected of a text.
      if (!HAS[shapeOf(field.schema)](asText(value))) answers.push(await t.fetch(path, { method: "POST", body: form }));
      for (const { status, body } of answers) if (status !== 400) wrong.push([name, value, status, body]);
    }
    expect(wrong).toEqual([]);
  });
});
