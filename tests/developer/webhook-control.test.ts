/** A developer lets the deliveries to a webhook wait, repeats them, and sends one again. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

const bot = "guard_bot";
const SECRET = "the-secret-word";

let t: TestService;
let receiver: Receiver;
let url: string;

const hook = () => t.ok(bot, "setWebhook", { url, secret_token: SECRET });
const say = (text: string): Promise<Json> => t.as("bob", "sendMessage", { chat_id: t.id("Team"), text });
const webhooks = async (): Promise<Json[]> => (await develop(t, "listWebhooks")).webhooks;
const attempts = async (): Promise<Json[]> => (await develop(t, "listWebhookAttempts", { bot })).attempts;

async function untilNonePending(): Promise<void> {
  await until(async () => (await webhooks())[0]?.pending_update_count === 0, "no pending update");
}

describe.each(engineIndependent())("on %s", (engine) => {
  beforeEach(async () => {
    t = await startWorld(engine, WORLD, { developer: true });
    receiver = new Receiver();
    url = await receiver.listen();
  });
  afterEach(async () => {
    await t.ok(bot, "deleteWebhook");
    await receiver.close();
    await t.stop();
  });

  test("updates wait while a webhook is paused, also after it is set again, and come in order", async () => {
    await hook();
    await develop(t, "pauseWebhook", { bot });
    for (const text of ["one", "two"]) await say(text);
    await hook();
    await say("three");
    // The bot in whose queue nothing happens would have been called by now: another one is.
    await t.ok("echo_bot", "setWebhook", { url });
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "for another bot" });
    await receiver.until(1);
    expect(receiver.texts()).toEqual(["for another bot"]);
    const [echo, guard] = (await webhooks()).toSorted((a, b) => a.bot_id - b.bot_id);
    expect(echo).toMatchObject({ bot_id: t.id("echo_bot"), is_paused: false });
    expect(guard).toMatchObject({ bot_id: t.id(bot), url, is_paused: true, pending_update_count: 3 });
    await develop(t, "resumeWebhook", { bot });
    await receiver.until(4);
    expect(receiver.texts()).toEqual(["for another bot", "one", "two", "three"]);
    await t.ok("echo_bot", "deleteWebhook");
    await untilNonePending();
    expect(await webhooks()).toMatchObject([{ is_paused: false }]);
  });

  test("a failed delivery that is due later is repeated at once", async () => {
    let status = 500;
    receiver.answer = (_delivery, res) => void res.writeHead(status, { "retry-after": "3600" }).end();
    await hook();
    await say("one");
    await untilFailed(t, 1);
    status = 200;
    expect((await webhooks())[0]!.last_error_message).toBe("Wrong response from the webhook: 500");
    await develop(t, "retryWebhook", { bot });
    await receiver.until(2);
    await untilNonePending();
    expect(receiver.texts()).toEqual(["one", "one"]);
  });

  test("an attempt is sent again with the same bytes and headers, and is recorded", async () => {
    receiver.answer = (_delivery, res) => void res.end(JSON.stringify({ method: "sendMessage", text: "hi" }));
    await hook();
    await say("héllo \u{1f600} 12345:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA " + "x".repeat(3000));
    await receiver.until(1);
    await untilNonePending();
    const [recorded] = await attempts();
    const { attempt: again } = await develop(t, "redeliver", { attempt: recorded!.id });
    const [first, second] = receiver.deliveries;
    const digest = (text: string) => createHash("sha256").update(text).digest("hex");
    expect(digest(second!.text)).toBe(digest(first!.text));
    expect(second!.headers).toEqual(first!.headers);
    expect(second!.headers["x-telegram-bot-api-secret-token"]).toBe(SECRET);
    expect(again).toMatchObject({ redelivery_of: recorded!.id, update_id: recorded!.update_id, status: 200, url });
    expect(JSON.stringify(await attempts())).not.toContain(SECRET);
    expect((await attempts()).map(({ redelivery_of }) => redelivery_of)).toEqual([undefined, recorded!.id]);
    // The queue goes on as if nothing had happened.
    await say("next");
    await receiver.until(3);
    expect(receiver.texts()[2]).toBe("next");
  });

  test("a redelivery that fails has no next attempt, and one without a webhook is refused", async () => {
    await hook();
    await say("one");
    await receiver.until(1);
    await untilNonePending();
    const [{ id }] = (await attempts()) as [Json];
    receiver.answer = (_delivery, res) => void res.socket!.destroy();
    const { attempt } = await develop(t, "redeliver", { attempt: id });
    expect(attempt).toMatchObject({ error: expect.stringContaining("cut") });
    expect(attempt.next_attempt_ms).toBeUndefined();
    await t.ok(bot, "deleteWebhook");
    const refusal = async (params: object) => {
      const { status, body } = await t.post("/developer/redeliver", params);
      return [status, body.reason];
    };
    expect(await refusal({ attempt: id })).toEqual([409, "NO_WEBHOOK"]);
    expect(await refusal({ attempt: 999 })).toEqual([404, "ATTEMPT_NOT_FOUND"]);
  });
});
