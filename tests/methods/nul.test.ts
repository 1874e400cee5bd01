/** The character NUL, which PostgreSQL cannot store in text, in every field of every method. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import type { Field } from "heliogram/methods/engine/fields.ts";
import { USER_METHODS } from "heliogram/methods/user/index.ts";
import { enginesInTurn, startWorld, type Json, type TestService } from "../support/service.ts";

const NUL = "a\0b";

/** A value with NUL in each of its texts. */
function spoilt(value: unknown): unknown {
  if (typeof value === "string") return NUL;
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, spoilt(each)]));
}

/** A field's value with NUL wherever it may contain text. */
function valueOf(field: Field<unknown>, example: unknown): unknown {
  const { type } = field.schema;
  return example === undefined || type === undefined || type === "string" ? NUL : spoilt(example);
}

describe.each(enginesInTurn())("a NUL on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test.each([
    ["guard_bot", BOT_METHODS.filter(({ effect }) => effect !== "wait")],
    ["alice", USER_METHODS.filter(({ name }) => !["signOut", "deleteChat", "leaveChat"].includes(name))],
  ] as const)("in any parameter is no fault of the service's, by %s", async (who, methods) => {
    const call = (who === "alice" ? t.person : t.bot).bind(t, who);
    const faults: string[] = [];
    for (const { name, fields, example } of methods) {
      const about = "chat_id" in fields ? { chat_id: t.id("Team") } : {};
      for (const [each, field] of Object.entries<Field<unknown>>(fields)) {
        const params: Json = { ...example.request, ...about };
        const { status } = await call(name, { ...params, [each]: valueOf(field, params[each]) });
        if (status >= 500) faults.push(`${name}, ${each}`);
      }
    }
    expect(faults).toEqual([]);
  });

  test("is read as a space, and refused in a title", async () => {
    const { contact } = await t.as("alice", "sendContact", {
      chat_id: t.id("Team"),
      phone_number: "1",
      first_name: NUL,
    });
    expect(contact.first_name).toBe("a b");
    await t.as("alice", "editProfile", { about: NUL });
    expect((await t.as("alice", "getProfile")).about).toBe("a b");
    const title = { chat_id: t.id("Team"), user_id: t.id("guard_bot"), custom_title: NUL };
    expect((await t.person("alice", "setChatAdministratorCustomTitle", title)).status).toBe(400);
  });
});
