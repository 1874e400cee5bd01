/** Webhooks: delivery, order, signature, retries (behaviour.md §6). */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CERTIFICATE } from "../support/certificate.ts";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import { type Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

describe.each(engineIndependent())("webhooks on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startWebhookService(engine));
  });
  afterEach(() => close());

  const { say, info, untilPending } = hookedTalk(() => t);

  test("each update is one POST with both signatures, confirmed by any 2xx", async () => {
    receiver.answer = (_delivery, res) => res.writeHead(204).end();
    await t.ok("guard_bot", "setWebhook", { url, secret_token: "s3cret_token" });
    await say("hello");
    await receiver.until(1);
    const { headers, text, body } = receiver.deliveries[0]!;
    expect(Object.keys(body)).toEqual(["update_id", "message"]);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers["x-telegram-bot-api-secret-token"]).toBe("s3cret_token");
    const verifier = new Webhook("s3cret_token", { format: "raw" });
    const signed = {
      "webhook-id": headers["webhook-id"] as string,
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": headers["webhook-signature"] as string,
    };
    // The test's clock is in the past: the signature is valid for the timestamp in the request only.
    expect(() => verifier.verify(text, signed)).toThrow("No matching signature");
    const timestamp = new Date(Number(headers["webhook-timestamp"]) * 1000);
    expect(verifier.sign(signed["webhook-id"], timestamp, text)).toBe(headers["webhook-signature"]);
    await untilPending(0);
  });

  test("updates of a chat are in order, and chats independent", async () => {
    const held: ServerResponse[] = [];
    receiver.answer = ({ body }, res) => (body.message?.text === "stuck" ? void held.push(res) : void res.end());
    await t.ok("guard_bot", "setWebhook", { url });
    await say("stuck");
    await receiver.until(1);
    await say("behind");
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "elsewhere" });
    await receiver.until(2);
    expect(receiver.deliveries[1]!.body.channel_post.message_id).toBe(message_id);
    held[0]!.end();
    await receiver.until(3);
    expect(receiver.texts()[2]).toBe("behind");
  });

  test("the same webhook set again: what is under way is not sent twice, what waits is tried at once", async () => {
    const held: ServerResponse[] = [];
    receiver.answer = (_delivery, res) => void held.push(res);
    const hook = { url, secret_token: "s3cret_token", max_connections: 2 };
    await t.ok("guard_bot", "setWebhook", hook);
    await say("under way");
    await receiver.until(1);
    const { message_id } = await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "elsewhere" });
    await receiver.until(2);
    held[1]!.writeHead(500).end();
    await untilFailed(t, 1);
    receiver.answer = (_delivery, res) => void res.end();
    await t.ok("guard_bot", "setWebhook", hook);
    await receiver.until(3);
    expect(receiver.deliveries[2]!.body.channel_post?.message_id).toBe(message_id);
    held[0]!.end();
    await untilPending(0);
    expect(receiver.deliveries).toHaveLength(3);
  });

  test("already set is what stays as it is", async () => {
    const set = async (params: object) => (await t.bot("guard_bot", "setWebhook", params)).body.description;
    await set({ url });
    for (const change of [
      { secret_token: "s3cret" },
      { max_connections: 7 },
      { ip_address: "127.0.0.1" },
      { url: `${url}other` },
    ]) {
      expect([change, await set({ url, ...change })]).toEqual([change, "Webhook was set"]);
      expect([change, await set({ url, ...change })]).toEqual([change, "Webhook is already set"]);
      expect([change, await set({ url })]).toEqual([change, "Webhook was set"]);
    }
    expect(await set({ url, allowed_updates: ["message"] })).toBe("Webhook is already set");
    expect((await info()).allowed_updates).toEqual(["message"]);
    expect(await set({ url, drop_pending_updates: true })).toBe("Webhook was set");
    const certified = new FormData();
    certified.append("url", url);
    certified.append("certificate", new Blob([CERTIFICATE]), "certificate.pem");
    for (const params of [certified, certified, { url }]) expect(await set(params)).toBe("Webhook was set");
  });

  test("an address without a scheme means https", async () => {
    const bare = url.replace("http://", "");
    await t.ok("guard_bot", "setWebhook", { url: bare });
    expect((await info()).url).toBe(`https://${bare}`);
    const again = await t.bot("guard_bot", "setWebhook", { url: `https://${bare}` });
    expect(again.body.description).toBe("Webhook is already set");
  });

  test("a failure is retried under the same id with growing delays", async () => {
    let left = 3;
    receiver.answer = (_delivery, res) => void res.writeHead(left-- > 0 ? 500 : 200).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("again");
    await receiver.until(1);
    const pauses: number[] = [];
    for (let n = 2; n <= 4; n++) {
      // The delay begins only then.
      await untilFailed(t, n - 1);
      const before_ms = t.clock.now();
      await t.advanceUntil(receiver.until(n), 50);
      pauses.push(t.clock.now() - before_ms);
    }
    expect(new Set(receiver.deliveries.map((each) => each.headers["webhook-id"])).size).toBe(1);
    expect(pauses[2]!).toBeGreaterThan(pauses[0]!);
    await untilPending(0);
    expect(await t.ok("guard_bot", "getWebhookInfo")).toMatchObject({
      last_error_message: "Wrong response from the webhook: 500",
      last_error_date: expect.any(Number),
    });
  });

  test("Retry-After is respected", async () => {
    let first = true;
    receiver.answer = (_delivery, res) => {
      res.writeHead(first ? 429 : 200, first ? { "retry-after": "600" } : {}).end();
      first = false;
    };
    await t.ok("guard_bot", "setWebhook", { url });
    await say("later");
    await receiver.until(1);
    const before_ms = t.clock.now();
    await t.advanceUntil(receiver.until(2), 5000);
    expect(t.clock.now() - before_ms).toBeGreaterThanOrEqual(595_000);
  });

  test("redirects are not followed", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(302, { location: url }).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("x");
    await receiver.until(1);
    await until(async () => (await t.ok("guard_bot", "getWebhookInfo")).last_error_message, "an error of the webhook");
    expect(receiver.deliveries).toHaveLength(1);
    expect((await t.ok("guard_bot", "getWebhookInfo")).last_error_message).toContain("302");
  });

  test("expired updates are counted", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(500).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hopeless");
    await receiver.until(1);
    const expired = until(
      async () => (await t.ok("guard_bot", "getWebhookInfo")).expired_update_count === 1,
      "the expiry of the update",
    );
    await t.advanceUntil(expired, 600_000);
    expect((await info()).pending_update_count).toBe(0);
  });

  test("pending updates are delivered first, or dropped on request", async () => {
    await say("waiting");
    await t.ok("guard_bot", "setWebhook", { url });
    await receiver.until(1);
    expect(receiver.texts()).toEqual(["waiting"]);
    await untilPending(0);
    await t.ok("guard_bot", "deleteWebhook");
    await say("dropped");
    await t.ok("guard_bot", "setWebhook", { url, drop_pending_updates: true });
    await say("kept");
    await receiver.until(2);
    expect(receiver.texts()).toEqual(["waiting", "kept"]);
  });

  test.each([
    ["user:the-password", "user:the-password"],
    ["user", "user:"],
    [":the-password", ":the-password"],
    ["%C3%A4:100%25%", "ä:100%%"],
    ["a%zz:%FF", Buffer.from("a%zz:\xff", "latin1")],
  ])("%s in the address is sent as Basic authorization, and not shown", async (user_info, credentials) => {
    const address = url.replace("//", `//${user_info}@`);
    expect((await t.bot("guard_bot", "setWebhook", { url: address })).body.result).toBe(true);
    expect((await t.ok("guard_bot", "getWebhookInfo")).url).toBe(url.replace("//", "//[secret]@"));
    receiver.answer = (_delivery, res) => res.writeHead(receiver.deliveries.length === 1 ? 401 : 200).end();
    await say("with a password");
    await untilFailed(t, 1);
    const { last_error_message } = await t.ok("guard_bot", "getWebhookInfo");
    expect(last_error_message).toMatch(/401/);
    await t.advanceUntil(receiver.until(2), 1000);
    const { authorization, host } = receiver.deliveries[1]!.headers;
    expect(authorization).toBe(`Basic ${Buffer.from(credentials as string).toString("base64")}`);
    expect(host).toBe(new URL(url).host);
  });

  test("an address without user name and password sends no authorization", async () => {
    await t.ok("guard_bot", "setWebhook", { url });
    await say("without");
    await receiver.until(1);
    expect(receiver.deliveries[0]!.headers.authorization).toBeUndefined();
  });

  test("invalid parameters of setWebhook", async () => {
    const cases: [object, string][] = [
      [{ url: "ftp://x.example" }, "bad webhook: only http and https"],
      [{ url: "not an address" }, "bad webhook: the address is not valid"],
      [{ url, secret_token: "ä" }, "secret token contains unallowed characters"],
      [{ url, secret_token: "a".repeat(257) }, "secret token is too long"],
    ];
    for (const [params, words] of cases) {
      const answer = await t.bot("guard_bot", "setWebhook", params);
      expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining(words)]);
    }
  });
});
