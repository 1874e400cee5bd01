/** Whole numbers in every notation that clients use, and values that are not whole numbers (behaviour.md §1, §6). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Method } from "heliogram/methods/engine/method.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { startWorld, type Answer, type Json, type TestService } from "../support/service.ts";

let t: TestService;
beforeAll(async () => {
  t = await startWorld("memory");
});
afterAll(() => t.stop());

/** Every field of every method that takes a whole number, including chat ids. */
function integers(methods: readonly Method[]): [string, Method][] {
  return methods.flatMap((method) =>
    Object.entries(method.fields)
      .filter(([name, { schema }]) => schema.type === "integer" || name.endsWith("chat_id"))
      .map(([name]): [string, Method] => [name, method]),
  );
}

async function expectRefused(name: string, send: (value: unknown) => Promise<Answer>): Promise<void> {
  for (const value of [true, false, "true", "x", [1], { a: 1 }, 1.5, -0.5, "1.5", "1001.000001"]) {
    // Text names a chat.
    if (name.endsWith("chat_id") && (value === "true" || value === "x")) continue;
    const { status, body } = await send(value);
    expect([value, status, body.description]).toEqual([
      value,
      400,
      expect.stringMatching(new RegExp(`^Bad Request: invalid ${name}\\b`)),
    ]);
  }
}

describe("values that are not whole numbers are refused", () => {
  test("by every method of the bot API", async () => {
    for (const [name, method] of integers(BOT_METHODS))
      await expectRefused(name, (value) =>
        t.bot("guard_bot", method.name, { ...method.example.request, [name]: value }),
      );
  });

  test("by every method of the user API", async () => {
    for (const [name, method] of integers(USER_METHODS))
      await expectRefused(name, (value) =>
        t.person("alice", method.name, { ...method.example.request, [name]: value }),
      );
  });

  test("in an object in a parameter", async () => {
    const entity = { type: "bold", offset: 0, length: 1 };
    const send = (entities: object[]) =>
      t.bot("guard_bot", "sendMessage", { chat_id: "@team", text: "x", entities: JSON.stringify(entities) });
    expect((await send([entity])).status).toBe(200);
    for (const length of [true, 1.5, "1.5"]) {
      expect((await send([{ ...entity, length }])).body.description).toBe(
        "Bad Request: invalid length: a whole number is expected",
      );
    }
  });
});

test.each([
  ["a number", (id: number): Json => id],
  ["digits", String],
  ["digits with a sign and blanks", (id: number) => ` ${id < 0 ? id : `+${id}`} `],
  ["digits with zeros behind the point", (id: number) => `${id}.0`],
])("a chat, a person and a time may come as %s", async (_how, write) => {
  const params = { chat_id: t.id("Team"), user_id: t.id("bob"), until_date: 1_767_230_000 };
  const written = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, write(value)]));
  await t.ok("guard_bot", "restrictChatMember", { ...written, permissions: {} });
  const member = await t.ok("guard_bot", "getChatMember", { chat_id: params.chat_id, user_id: params.user_id });
  expect(member).toMatchObject({ status: "restricted", until_date: params.until_date });
});
