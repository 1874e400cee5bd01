/** A send that is repeated because its response was lost yields the same message. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

describe.each(enginesInTurn())("sending with an Idempotency-Key on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine, undefined, { session_s: 30 * 86_400 });
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  function send(username: string, params: object, key: string, method = "sendMessage"): Promise<Answer> {
    const headers = { authorization: `Bearer ${t.accessToken(username)}`, "idempotency-key": key };
    return t.post(`/api/${method}`, params, headers);
  }

  test("a repeated call sends once", async () => {
    const key = randomUUID();
    const first = await send("alice", { chat_id: team, text: "once" }, key);
    const second = await send("alice", { chat_id: team, text: "once" }, key);
    expect(second.body).toEqual(first.body);
    expect(first.body.result.client_key).toBe(key);
    const found = await t.as("bob", "searchMessages", { query: "once", chat_id: team });
    expect(found.messages).toHaveLength(1);
  });

  test("two calls at once send once", async () => {
    const key = randomUUID();
    const twice = [1, 2].map(() => send("alice", { chat_id: team, text: "at once" }, key));
    const [a, b] = await Promise.all(twice);
    expect(a!.body.result.message_id).toBe(b!.body.result.message_id);
  });

  test.each(["seven77", "k".repeat(65), "with a space", ""])("a malformed key is refused: '%s'", async (key) => {
    const { status, body } = await send("alice", { chat_id: team, text: "malformed key" }, key);
    expect(status).toBe(400);
    expect(body.description).toContain("Idempotency-Key must have 8 to 64");
  });

  test("the key is the sender's own", async () => {
    const key = randomUUID();
    const { body } = await send("alice", { chat_id: team, text: "mine" }, key);
    const { messages } = await t.as("bob", "getHistory", { chat_id: team, limit: 1 });
    expect(messages[0].message_id).toBe(body.result.message_id);
    expect(messages[0].client_key).toBeUndefined();
    const other = await send("bob", { chat_id: team, text: "mine too" }, key);
    expect(other.body.result.message_id).toBeGreaterThan(body.result.message_id);
    const elsewhere = await send("alice", { chat_id: t.id("Private"), text: "elsewhere" }, key);
    expect(elsewhere.body.result.text).toBe("elsewhere");
  });

  test("an album is sent completely, and once", async () => {
    const photo = await drawPicture(40, 30, "#369");
    const form = () => {
      const made = new FormData();
      made.set("chat_id", String(team));
      const media = ["a", "b"].map((part) => ({ type: "photo", media: `attach://${part}` }));
      made.set("media", JSON.stringify(media));
      for (const part of ["a", "b"]) made.set(part, new Blob([new Uint8Array(photo)]), `${part}.png`);
      return made;
    };
    const key = randomUUID();
    const first = await send("alice", form(), key, "sendMediaGroup");
    await t.as("alice", "sendMessage", { chat_id: team, text: "after" });
    const second = await send("alice", form(), key, "sendMediaGroup");
    expect(first.body.result.map((each: Json) => each.client_key)).toEqual([key, `${key}.1`]);
    const ids = (answer: Answer) => answer.body.result.map((each: Json) => each.message_id);
    expect(ids(second)).toEqual(ids(first));
  });

  test("a message that was deleted since is not sent again", async () => {
    const key = randomUUID();
    const { body } = await send("alice", { chat_id: team, text: "gone" }, key);
    await t.as("alice", "deleteMessage", { chat_id: team, message_id: body.result.message_id });
    expect((await send("alice", { chat_id: team, text: "gone" }, key)).body.reason).toBe("MESSAGE_NOT_FOUND");
  });

  test("a key expires after a week", async () => {
    const key = randomUUID();
    const first = await send("alice", { chat_id: team, text: "old" }, key);
    const again = async () => {
      t.clock.advance(11 * 60_000);
      return (await send("alice", { chat_id: team, text: "old" }, key)).body.result.message_id;
    };
    expect(await again()).toBe(first.body.result.message_id);
    t.clock.advance(8 * 86_400_000);
    await until(async () => (await again()) !== first.body.result.message_id, "the end of the key");
  });
});
