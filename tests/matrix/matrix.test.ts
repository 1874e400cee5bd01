/** The authorization matrix: every method by every caller upon every object (behaviour.md §1, §3, §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/method.ts";
import { WEB_METHODS } from "heliogram/methods/web/index.ts";
import { startWorld, type TestService } from "../kit/service.ts";
import { CALLERS } from "./callers.ts";
import { cellsOf } from "./cells.ts";
import { callWith, worthless } from "./credentials.ts";
import type { Face } from "./expected.ts";
import { EXTRAS } from "./extras.ts";
import { judge, Seen, type Worlds } from "./judge.ts";
import { badParameters, otherVerbs, pollingBesideWebhook, TINY, tooBig, tooLong, tooMany } from "./provocations.ts";
import { judgeOwners, OWNERS } from "./owners.ts";
import { missingRows, strayRows } from "./rows.ts";
import { judgeSelf, SelfWorld } from "./self.ts";
import { Stages } from "./stage.ts";

const METHODS: readonly [Face, Method][] = [
  ...BOT_METHODS.map((method): [Face, Method] => ["bot", method]),
  ...WEB_METHODS.map((method): [Face, Method] => ["person", method]),
];
const named = (chosen: readonly [Face, Method][]) =>
  chosen.map(([face, method]) => [face, method.name, method] as const);
const aboutChats = METHODS.filter(([, method]) => CALLERS.has(method.name));
const ownersOnly: readonly Method[] = WEB_METHODS.filter((method) => Object.hasOwn(OWNERS, method.name));
const aboutSelf = METHODS.filter(([, method]) => !CALLERS.has(method.name) && !ownersOnly.includes(method));

const seen = new Seen();

test("every method has its row, and every row its method", () => {
  expect(METHODS.flatMap(([, method]) => missingRows(method))).toEqual([]);
  expect(strayRows(METHODS.map(([, method]) => method))).toEqual([]);
});

test("a method without its row is found, and so is a code that was never seen", () => {
  const [banning, me] = ["banChatMember", "getMe"].map((name) => BOT_METHODS.find((each) => each.name === name)!);
  expect(missingRows({ ...banning!, name: "banTwice" })).toEqual([
    "banTwice has no row in tests/matrix/callers.ts: say who may call it",
  ]);
  expect(missingRows({ ...me!, name: "getYou" })).toEqual([
    "getYou has no row in tests/matrix/self.ts: say what comes of each object",
  ]);
  const field = banning!.fields.user_id!;
  expect(missingRows({ ...me!, fields: { message_id: field, sticker_id: field } })).toEqual([
    "getMe has no row in tests/matrix/objects.ts: say what comes of each message",
    "getMe takes sticker_id, which tests/matrix/rows.ts does not know",
  ]);
  expect(strayRows([me!])).toContain("TARGETS has a row of banChatMember, which is no method");
  const other = new Seen();
  other.note("bot", me!, 404);
  expect(other.unlike("bot", me!)).toEqual([
    "bot getMe never answered 401",
    "bot getMe answered 404, which it does not declare",
  ]);
});

describe("about chats", () => {
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = { refused: await Stages.open(), allowed: await Stages.open() };
  });
  afterAll(async () => {
    await worlds.refused.t.stop();
    await worlds.allowed.t.stop();
  });

  test.each(named(aboutChats))("a %s's %s", async (face, _name, method) => {
    expect(await judge(worlds, cellsOf(face, method), seen)).toEqual([]);
  });

  test("one method, by its parameters", async () => {
    expect(await judge(worlds, EXTRAS, seen)).toEqual([]);
  });

  test.each([
    ["another refusal", "banChatMember", "CANT_PIN", "banChatMember of a bot, a member, in a group, upon what fits"],
    ["what is refused is allowed", "banChatMember", "ok", "expected ok, got 403"],
    ["what is allowed is refused", "sendMessage", "CANT_SEND_TEXT", "expected CANT_SEND_TEXT, got 200"],
    ["nothing changes", "sendMessage", "CANT_SEND_TEXT", "sendMessage: a refused call changed the store"],
  ])("a wrong row is found: %s", async (_about, name, expected, says) => {
    const method = BOT_METHODS.find((each) => each.name === name)!;
    const right = cellsOf("bot", method).find(({ role, where }) => role === "a member" && where === "a group")!;
    expect(await judge(worlds, [right], seen)).toEqual([]);
    expect(await judge(worlds, [{ ...right, expected }], seen)).toContainEqual(expect.stringContaining(says));
  });
});

describe("about oneself", () => {
  let world: SelfWorld;
  beforeAll(async () => {
    world = await SelfWorld.open();
  });
  afterAll(() => world.t.stop());

  test.each(named(aboutSelf))("a %s's %s", async (face, _name, method) => {
    expect(await judgeSelf(world, face, method, seen)).toEqual([]);
  });

  test.each(ownersOnly.map((method) => [method.name, method] as const))("an owner's %s", async (_name, method) => {
    expect(await judgeOwners(world, method, seen)).toEqual([]);
  });

  test.each(named(METHODS.filter(([, method]) => method.access.scope !== "anyone")))(
    "a %s's %s wants a credential that is worth something",
    async (face, _name, method) => {
      credentials ??= await worthless(world);
      for (const [what, credential] of Object.entries(credentials[face])) {
        const { status, body } = await callWith(world, face, credential, method.name);
        seen.note(face, method, status);
        expect([what, status, body.description]).toEqual([what, 401, "Unauthorized"]);
      }
    },
  );
  let credentials: Awaited<ReturnType<typeof worthless>> | undefined;
});

describe("codes", () => {
  let t: TestService;
  let small: TestService;
  let limited: TestService;
  beforeAll(async () => {
    t = await startWorld("memory");
    small = await startWorld("memory", undefined, { limits: TINY });
    limited = await startWorld("memory", undefined, { rate_limits: "telegram" });
  });
  afterAll(() => Promise.all([t.stop(), small.stop(), limited.stop()]));

  test.each(named(METHODS))("a %s's %s names what is wrong with its parameters", async (face, _name, method) => {
    for (const [what, { status, body }] of await badParameters(t, face, method)) {
      seen.note(face, method, status);
      expect([what, status, body.description]).toEqual([what, 400, expect.stringMatching(/^Bad Request: ./)]);
    }
  });

  test.each(named(METHODS.filter(([, method]) => method.postOnly)))(
    "a %s's %s says 413 to what is too big",
    async (face, _name, method) => {
      const { status, body } = await tooBig(small, face, method);
      seen.note(face, method, status);
      expect(status).toBe(413);
      expect(body.description).toMatch(/^Request Entity Too Large: ./);
    },
  );

  test("parameters that are too long are 413 everywhere", async () => {
    for (const [face, method] of METHODS.filter(([, { fields }]) => Object.keys(fields).length > 0)) {
      const { status, body, headers } = await tooLong(t, face, method);
      expect([method.name, status, body]).toEqual([
        method.name,
        413,
        {
          ok: false,
          error_code: 413,
          description: expect.stringMatching(/^Request Entity Too Large: ./),
          trace_id: headers.get("x-trace-id"),
        },
      ]);
    }
  });

  test("other verbs are 405 everywhere, and told which are not", async () => {
    for (const [face, method] of METHODS) {
      for (const [verb, allow, { status, body, headers }] of await otherVerbs(t, face, method)) {
        expect([method.name, verb, status, headers.get("allow"), body]).toEqual([
          method.name,
          verb,
          405,
          allow,
          {
            ok: false,
            error_code: 405,
            description: expect.stringMatching(/^Method Not Allowed: use ./),
            trace_id: headers.get("x-trace-id"),
          },
        ]);
      }
    }
  });

  test.each(BOT_METHODS.filter(({ effect }) => effect === "write").map((method) => [method.name, method] as const))(
    "%s says 429 to what is too much",
    async (_name, method) => {
      const { answer, before } = await tooMany(limited, method);
      const chat = "chat_id" in method.fields;
      expect([before, answer.status]).toEqual([chat ? 20 : 30, 429]);
      expect(answer.body.parameters).toEqual({ retry_after: chat ? 3 : 1 });
    },
  );

  test("polling beside a webhook is a conflict", async () => {
    const answer = await pollingBesideWebhook(t);
    const method = BOT_METHODS.find(({ name }) => name === "getUpdates")!;
    seen.note("bot", method, answer.status);
    expect(answer.status).toBe(409);
  });

  test("every code that a method declares was seen, and no other", () => {
    expect(METHODS.flatMap(([face, method]) => seen.unlike(face, method))).toEqual([]);
  });
});
