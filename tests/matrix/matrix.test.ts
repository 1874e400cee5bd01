/** The authorization matrix: every method with every caller and every target (behaviour.md §1, §3, §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { CALLERS } from "./callers.ts";
import { casesOf } from "./cases.ts";
import { callWith, invalidCredentials } from "./credentials.ts";
import type { Api } from "./expected.ts";
import { PARAMETER_CASES } from "./parameter-cases.ts";
import { runCases, SeenCodes, type Services } from "./run-cases.ts";
import { badParameters, otherVerbs, pollingBesideWebhook, TINY, tooBig, tooLong, tooMany } from "./bad-requests.ts";
import { runOwners, OWNERS } from "./owners.ts";
import { missingRows, strayRows } from "./rows.ts";
import { runSelf, SelfFixtures } from "./self.ts";
import { Fixtures } from "./fixtures.ts";

const METHODS: readonly [Api, Method][] = [
  ...BOT_METHODS.map((method): [Api, Method] => ["bot", method]),
  ...USER_METHODS.map((method): [Api, Method] => ["person", method]),
];
const named = (chosen: readonly [Api, Method][]) => chosen.map(([api, method]) => [api, method.name, method] as const);
const aboutChats = METHODS.filter(([, method]) => CALLERS.has(method.name));
const ownersOnly: readonly Method[] = USER_METHODS.filter((method) => Object.hasOwn(OWNERS, method.name));
const aboutSelf = METHODS.filter(([, method]) => !CALLERS.has(method.name) && !ownersOnly.includes(method));

const codes = new SeenCodes();

test("every method has its row, and every row its method", () => {
  expect(METHODS.flatMap(([, method]) => missingRows(method))).toEqual([]);
  expect(strayRows(METHODS.map(([, method]) => method))).toEqual([]);
});

test("the checks find a method without a row, and a code that was never returned", () => {
  const [banning, me] = ["banChatMember", "getMe"].map((name) => BOT_METHODS.find((each) => each.name === name)!);
  expect(missingRows({ ...banning!, name: "banTwice" })).toEqual([
    "banTwice has no row in tests/matrix/callers.ts: say who may call it",
  ]);
  expect(missingRows({ ...me!, name: "getYou" })).toEqual([
    "getYou has no row in tests/matrix/self.ts: give the outcome for each object",
  ]);
  const field = banning!.fields.user_id!;
  expect(missingRows({ ...me!, fields: { message_id: field, sticker_id: field } })).toEqual([
    "getMe has no row in tests/matrix/objects.ts: give the outcome for each message",
    "getMe takes sticker_id, which tests/matrix/rows.ts does not know",
  ]);
  expect(strayRows([me!])).toContain("TARGETS has a row of banChatMember, which is no method");
  const other = new SeenCodes();
  other.note("bot", me!, 404);
  expect(other.differences("bot", me!)).toEqual([
    "bot getMe never returned 401",
    "bot getMe returned 404, which it does not declare",
  ]);
});

describe("about chats", () => {
  let services: Services;
  beforeAll(async () => {
    services = { refused: await Fixtures.open(), allowed: await Fixtures.open() };
  });
  afterAll(async () => {
    await services.refused.t.stop();
    await services.allowed.t.stop();
  });

  test.each(named(aboutChats))("a %s's %s", async (api, _name, method) => {
    expect(await runCases(services, casesOf(api, method), codes)).toEqual([]);
  });

  test("methods whose outcome depends on further parameters", async () => {
    expect(await runCases(services, PARAMETER_CASES, codes)).toEqual([]);
  });

  test.each([
    [
      "a different refusal",
      "banChatMember",
      "CANT_PIN",
      "banChatMember of a bot, a member, in a group, with valid parameters",
    ],
    ["allowed instead of refused", "banChatMember", "ok", "expected ok, got 403"],
    ["refused instead of allowed", "sendMessage", "CANT_SEND_TEXT", "expected CANT_SEND_TEXT, got 200"],
    [
      "a change of the store by a refused call",
      "sendMessage",
      "CANT_SEND_TEXT",
      "sendMessage: a refused call changed the store",
    ],
  ])("the checks find a wrong row: %s", async (_about, name, expected, says) => {
    const method = BOT_METHODS.find((each) => each.name === name)!;
    const right = casesOf("bot", method).find(({ role, kind: where }) => role === "a member" && where === "a group")!;
    expect(await runCases(services, [right], codes)).toEqual([]);
    expect(await runCases(services, [{ ...right, expected }], codes)).toContainEqual(expect.stringContaining(says));
  });
});

describe("not about chats", () => {
  let world: SelfFixtures;
  beforeAll(async () => {
    world = await SelfFixtures.open();
  });
  afterAll(() => world.t.stop());

  test.each(named(aboutSelf))("a %s's %s", async (api, _name, method) => {
    expect(await runSelf(world, api, method, codes)).toEqual([]);
  });

  test.each(ownersOnly.map((method) => [method.name, method] as const))("an owner's %s", async (_name, method) => {
    expect(await runOwners(world, method, codes)).toEqual([]);
  });

  test.each(named(METHODS.filter(([, method]) => method.access.scope !== "anyone")))(
    "a %s's %s refuses invalid credentials",
    async (api, _name, method) => {
      credentials ??= await invalidCredentials(world);
      for (const [what, credential] of Object.entries(credentials[api])) {
        const { status, body } = await callWith(world, api, credential, method.name);
        codes.note(api, method, status);
        expect([what, status, body.description]).toEqual([what, 401, "Unauthorized"]);
      }
    },
  );
  let credentials: Awaited<ReturnType<typeof invalidCredentials>> | undefined;
});

describe("codes", () => {
  let t: TestService;
  let small: TestService;
  let limited: TestService;
  beforeAll(async () => {
    t = await startWorld("memory");
    small = await startWorld("memory", undefined, { limits: TINY });
    limited = await startWorld("memory", undefined, { rate_limits: "telegram", public_url: "https://192.0.2.7" });
  });
  afterAll(() => Promise.all([t.stop(), small.stop(), limited.stop()]));

  test.each(named(METHODS))("a %s's %s reports the invalid parameter", async (api, _name, method) => {
    for (const [what, { status, body }] of await badParameters(t, api, method)) {
      codes.note(api, method, status);
      expect([what, status, body.description]).toEqual([what, 400, expect.stringMatching(/^Bad Request: ./)]);
    }
  });

  const TAKING_FILES = METHODS.filter(([, { postOnly, refusals }]) => postOnly || refusals?.includes("FILE_TOO_BIG"));
  test.each(named(TAKING_FILES))("a %s's %s returns 413 for a file that is too large", async (api, _name, method) => {
    const { status, body } = await tooBig(small, api, method);
    codes.note(api, method, status);
    expect(status).toBe(413);
    expect(body.description).toMatch(/^Request Entity Too Large: ./);
  });

  test("every method returns 413 for parameters that are too long", async () => {
    for (const [api, method] of METHODS.filter(([, { fields }]) => Object.keys(fields).length > 0)) {
      const { status, body, headers } = await tooLong(t, api, method);
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

  test("every method returns 405 for other HTTP verbs, and lists the allowed ones", async () => {
    for (const [api, method] of METHODS) {
      for (const [verb, allow, { status, body, headers }] of await otherVerbs(t, api, method)) {
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

  // Methods with a rate of their own are in tests/methods/person-rates.test.ts.
  const plain = BOT_METHODS.filter(({ effect, rate }) => effect === "write" && rate !== "profiles");
  test.each(plain.map((method) => [method.name, method] as const))(
    "%s returns 429 above the rate limit",
    async (_name, method) => {
      const { answer, before } = await tooMany(limited, method);
      const chat = method.access.scope === "chat";
      const { message_ids } = method.example.request;
      const messages = method.sends && Array.isArray(message_ids) ? message_ids.length : 1;
      expect([before * messages, answer.status]).toEqual([chat ? 20 : 30, 429]);
      expect(answer.body.parameters).toEqual({ retry_after: chat ? 3 * messages : 1 });
    },
  );

  test("polling while a webhook is set is a conflict", async () => {
    const answer = await pollingBesideWebhook(t);
    const method = BOT_METHODS.find(({ name }) => name === "getUpdates")!;
    codes.note("bot", method, answer.status);
    expect(answer.status).toBe(409);
  });

  test("there are no passkeys at an IP address", async () => {
    const answer = await limited.post("/api/beginPasskeySignIn", {});
    const method = USER_METHODS.find(({ name }) => name === "beginPasskeySignIn")!;
    codes.note("person", method, answer.status);
    expect([answer.status, answer.body.reason]).toEqual([400, "PASSKEYS_UNAVAILABLE"]);
  });

  test("every method returned all codes that it declares, and no other", () => {
    expect(METHODS.flatMap(([api, method]) => codes.differences(api, method))).toEqual([]);
  });
});
