/** The text `null` outside JSON, which some libraries send for an omitted parameter (behaviour.md §1). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Field } from "heliogram/methods/engine/fields.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

type Params = Record<string, string>;
type Send = (t: TestService, path: string, params: Params, headers: Record<string, string>) => Promise<Answer>;

/** Every encoding but JSON. */
const ENCODINGS: Record<string, Send> = {
  query: (t, path, params, headers) =>
    t.fetch(`${path}?${new URLSearchParams(params)}`, { method: "POST", headers, body: "{}" }),
  urlencoded: (t, path, params, headers) =>
    t.fetch(path, { method: "POST", headers, body: new URLSearchParams(params) }),
  multipart: (t, path, params, headers) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(params)) body.set(name, value);
    return t.fetch(path, { method: "POST", headers, body });
  },
};

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function requestOf(t: TestService, { fields, example }: Method): Params {
  const about = {
    ...("chat_id" in fields ? { chat_id: t.id("Team") } : {}),
    ...("timeout" in fields ? { timeout: 0 } : {}),
  };
  return Object.fromEntries(
    Object.entries({ ...example.request, ...about }).map(([name, value]) => [name, asText(value)]),
  );
}

const optionalOf = ({ fields }: Method) =>
  Object.entries<Field<unknown>>(fields)
    .filter(([, field]) => field.optional)
    .map(([name]) => name);

const withoutTrace = ({ status, body }: Answer): Json => [status, { ...body, trace_id: undefined }];

describe.each(Object.entries(ENCODINGS).filter(([name]) => LONG_RUN || name === "urlencoded"))(
  "null in %s",
  (_encoding, send) => {
    /** Two worlds with the same history: in one a parameter is omitted, in the other it is null. */
    let left: TestService;
    let given: TestService;
    beforeAll(async () => {
      left = await startWorld("memory");
      given = await startWorld("memory");
    });
    afterAll(async () => {
      await left.stop();
      await given.stop();
    });

    const as = (t: TestService, bot: boolean, method: Method, params: Params) => {
      const headers = bot ? {} : { authorization: `Bearer ${t.accessToken("bob")}` };
      return send(t, bot ? `/bot${t.token("guard_bot")}/${method.name}` : `/api/${method.name}`, params, headers);
    };

    test.each([
      ["bots", true, BOT_METHODS.filter(({ name }) => !["leaveChat", "logOut", "close"].includes(name))],
      ["people", false, USER_METHODS.filter(({ name }) => !["leaveChat", "signOut"].includes(name))],
    ] as const)("leaves out every parameter of %s that may be left out", async (_who, bot, methods) => {
      const unlike: unknown[] = [];
      let tried = 0;
      for (const method of methods) {
        for (const name of optionalOf(method)) {
          const { [name]: _gone, ...rest } = requestOf(left, method);
          const [without, answer] = [
            await as(left, bot, method, rest),
            await as(given, bot, method, { ...rest, [name]: "null" }),
          ];
          tried++;
          const [a, b] = [withoutTrace(without), withoutTrace(answer)];
          // Responses with random parts differ. Their status and error description must not.
          if (a[0] !== b[0] || (a[0] !== 200 && a[1].description !== b[1].description))
            unlike.push([method.name, name, b]);
        }
      }
      expect(unlike).toEqual([]);
      expect(tried).toBeGreaterThan(20);
    });

    test("is text for a required text, and no number", async () => {
      const chat_id = String(given.id("Team"));
      const bot = (name: string) => BOT_METHODS.find((each) => each.name === name)!;
      const sent = await as(given, true, bot("sendMessage"), { chat_id, text: "null", entities: "null" });
      expect(sent.body.result).toMatchObject({ text: "null" });
      const title = { chat_id, user_id: String(given.id("guard_bot")), custom_title: "null" };
      expect((await as(given, true, bot("banChatMember"), { ...title, user_id: "null" })).status).toBe(400);
      const permissions = await as(given, true, bot("setChatPermissions"), { chat_id, permissions: "null" });
      expect(permissions.body.description).toBe("Bad Request: object expected as permissions");
    });
  },
);

describe("in JSON", () => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory");
  });
  afterAll(() => t.stop());

  test("the text null is text, and counts as omitted for other types", async () => {
    const place = { latitude: 1, longitude: 2, title: "null", address: "null", reply_markup: "null" };
    const venue = await t.ok("guard_bot", "sendVenue", { chat_id: t.id("Team"), ...place });
    expect(venue.venue).toMatchObject({ title: "null", address: "null" });
    const card = { phone_number: "+1", first_name: "Ann", last_name: "null", protect_content: "null" };
    const { contact } = await t.ok("guard_bot", "sendContact", { chat_id: t.id("Team"), ...card });
    expect(contact.last_name).toBe("null");
  });
});
