/** Text that UTF-8, JSON, XML or PostgreSQL cannot carry, in every field of every method (behaviour.md §1). */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { DEVELOPER_METHODS } from "heliogram/methods/developer/index.ts";
import type { Field } from "heliogram/methods/engine/fields.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { exchange } from "../support/http-client.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { enginesInTurn, startWorld, WORLD, type Engine, type Json, type TestService } from "../support/service.ts";
import { unportable } from "../support/unportable.ts";

const NOT_UTF8 = "Bad Request: strings must be encoded in UTF-8";
const NONCHARACTER = "Bad Request: strings must not contain NUL, U+FFFE or U+FFFF";

const SPOILT = [
  ["a\ud83d", NOT_UTF8],
  ["a\0b", NONCHARACTER],
  ["\udc00b", NOT_UTF8],
  ["\uffff", NONCHARACTER],
] as const;

/** Those that wait, that end the caller's session or the objects of the tests, and those that ignore their body. */
const LEFT_OUT = new Set(["signOut", "deleteChat", "leaveChat", "dropWorld", "resetWorld"]);
const tried = (methods: readonly Method[]) =>
  methods.filter(
    ({ name, effect, fields }) => effect !== "wait" && !LEFT_OUT.has(name) && Object.keys(fields).length > 0,
  );

/** The value with a text in place of each of its texts. */
function spoilt(value: unknown, text: string): unknown {
  if (typeof value === "string") return text;
  if (Array.isArray(value)) return value.map((each) => spoilt(each, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoilt(each, text)]));
}

/** A value of a field with a text wherever it may contain one. */
function valueOf(field: Field<unknown>, example: unknown, text: string): unknown {
  const { type } = field.schema;
  return example === undefined || type === undefined || type === "string" ? text : spoilt(example, text);
}

/** JSON as a client writes it that knows no characters beyond ASCII. */
const inAscii = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

let t: TestService;
const start = async (engine: Engine) => {
  t = await startWorld(engine, WORLD, { developer: true });
};

interface Api {
  readonly name: string;
  readonly methods: readonly Method[];
  /** The address of a method, and the credential. */
  readonly at: (method: string) => string;
  readonly headers: () => Record<string, string>;
}

const APIS: readonly Api[] = [
  {
    name: "bot",
    methods: tried(BOT_METHODS),
    at: (method) => `${t.url}/bot${t.token("guard_bot")}/${method}`,
    headers: () => ({}),
  },
  {
    name: "user",
    methods: tried(USER_METHODS),
    at: (method) => `${t.url}/api/${method}`,
    headers: () => ({ authorization: `Bearer ${t.accessToken("alice")}` }),
  },
  {
    name: "developer",
    methods: tried(DEVELOPER_METHODS),
    at: (method) => `${t.url}/developer/${method}`,
    headers: () => ({}),
  },
];

const FORM = "application/x-www-form-urlencoded";
async function post({ at, headers }: Api, method: string, body: string, type = "application/json") {
  const { status, text } = await exchange(at(method), {
    method: "POST",
    headers: { ...headers(), "content-type": type },
    body,
  });
  return { status, text, body: JSON.parse(text) as Json };
}

describe.each(enginesInTurn())("on %s", (engine) => {
  beforeAll(() => start(engine));
  afterAll(() => t.stop());

  test.each(APIS)("no parameter of the $name API may have it", async (api) => {
    const faults: string[] = [];
    let at = 0;
    for (const { name, fields, example } of api.methods) {
      const about: Json = "chat_id" in fields ? { chat_id: t.id("Team") } : {};
      for (const [each, field] of Object.entries<Field<unknown>>(fields)) {
        const params: Json = { ...example.request, ...about };
        const [text, sentence] = SPOILT[at++ % SPOILT.length]!;
        const value = valueOf(field, params[each], text);
        // Numbers and Booleans remain as they are.
        if (unportable(value) === undefined) continue;
        const { status, body } = await post(api, name, JSON.stringify({ ...params, [each]: value }));
        if (status !== 400 || body.description !== sentence)
          faults.push(`${name}, ${each}: ${status} ${body.description}`);
      }
    }
    expect(faults).toEqual([]);
  });

  /** Pieces that are changed on the way, or are not what they seem. */
  const piece = fc.constantFrom(
    ...["a", "é", "я", "😀", "e\u0301", " ", "\t", "\n", "\u001b", "\u001d", "\u007f", "\u0085", "\u202e", "\u2028"],
    ...[
      "\ud83d",
      "\ude00",
      "\0",
      "\ufffe",
      "\ufffd",
      "\ufdd0",
      "\u{1ffff}",
      "\\ud83d",
      "\\",
      '"',
      "%",
      "%00",
      "%ud83d",
    ],
    ...["&#xD83D;", "&#0;", "&lt;", "<b>", "*", "_", "`", "[", "](", "http://e.com/", "@team", "#tag", "/start", "1"],
  );
  const texts = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(""));

  test.each(APIS)("what the $name API accepts comes back as text that can be read", async (api) => {
    const faults: string[] = [];
    const run = async (method: Method, text: string, asJsonText: boolean) => {
      const about: Json = "chat_id" in method.fields ? { chat_id: t.id("Team") } : {};
      const entities =
        "entities" in method.fields ? { entities: [{ type: "text_link", offset: 0, length: 1, url: text }] } : {};
      const params: Json = { ...(spoilt({ ...method.example.request, ...entities }, text) as Json), ...about };
      const form = new URLSearchParams();
      for (const [name, value] of Object.entries(params))
        form.set(name, typeof value === "string" ? value : inAscii(value));
      const answer = asJsonText
        ? await post(api, method.name, String(form), FORM)
        : await post(api, method.name, inAscii(params));
      const wrong = answer.status >= 500 ? "a fault" : unportable(answer.body);
      if (wrong !== undefined) faults.push(`${method.name} of ${inAscii(text)}: ${wrong} in ${answer.text}`);
    };
    for (const method of api.methods) {
      const property = fc.asyncProperty(texts, fc.boolean(), (text, asJsonText) => run(method, text, asJsonText));
      await fc.assert(property, { numRuns: LONG_RUN ? 40 : 3 });
    }
    expect(faults).toEqual([]);
  });

  test("and so do lists of what was sent", async () => {
    const [bot, user, developer] = APIS as [Api, Api, Api];
    const lists: [Api, string, Json][] = [
      [bot, "getUpdates", {}],
      [bot, "getChat", { chat_id: t.id("Team") }],
      [bot, "getChatAdministrators", { chat_id: t.id("Team") }],
      [user, "getHistory", { chat_id: t.id("Team") }],
      [user, "listChats", {}],
      [user, "listAudit", {}],
      [developer, "listCalls", { with_bodies: true, limit: 1000 }],
      [developer, "listUpdates", { with_bodies: true, limit: 1000 }],
    ];
    for (const [api, method, params] of lists) {
      const { status, body } = await post(api, method, JSON.stringify(params));
      expect([method, status, unportable(body)]).toEqual([method, 200, undefined]);
    }
  });
});
