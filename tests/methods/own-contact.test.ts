/** A person's own contact: the service adds the sender's id, so that a bot can trust it (behaviour.md §4). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type TestService } from "../support/service.ts";

describe.each(enginesInTurn())("one's own contact on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  test("has the sender's id and name, whatever name was sent", async () => {
    const params = { chat_id: t.id("echo_bot"), phone_number: "+43 1 2345", first_name: "Bob", is_own: true };
    await t.as("alice", "sendContact", params);
    const [{ message }] = await t.updates("echo_bot");
    expect(message.contact).toEqual({ phone_number: "+43 1 2345", first_name: "Alice", user_id: t.id("alice") });
  });

  test("any other contact has no id, nor has a bot's", async () => {
    const params = { chat_id: t.id("echo_bot"), phone_number: "1", first_name: "Bob" };
    expect((await t.as("alice", "sendContact", params)).contact).toEqual({ phone_number: "1", first_name: "Bob" });
    const ofBot = { ...params, chat_id: t.id("alice"), is_own: true };
    expect((await t.ok("echo_bot", "sendContact", ofBot)).contact).toEqual({ phone_number: "1", first_name: "Bob" });
  });
});
