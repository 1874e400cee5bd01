/** Records of calls: what they hide, how much of them one page has, and calls whose body comes too slowly. */
import { TOTP } from "otpauth";
import { afterEach, describe, expect, test } from "vitest";
import { Wire } from "../http/fast-path/wire.ts";
import { DEVICE_KEYS } from "../matrix/push.ts";
import { Receiver } from "../support/receiver.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";

let t: TestService;
afterEach(() => t.stop());

describe("a body that comes too slowly", () => {
  test.each([
    ["JSON", "application/json", '{"text":'],
    ["a form with a file", "multipart/form-data; boundary=b", "--b\r\n"],
  ])("is 408 to the client and in the records, under one trace id: %s", async (_name, type, beginning) => {
    t = await startWorld("memory", WORLD, { developer: true });
    const wire = new Wire(t.url);
    const head = `POST /bot${t.token("echo_bot")}/sendDocument HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`;
    wire.send(`${head}Content-Length: 1000\r\nExpect: 100-continue\r\n\r\n`);
    await wire.hears("100 Continue");
    wire.send(beginning);
    const closed = wire.end();
    await t.advanceUntil(closed, 10_000);
    const said = (await closed).split("100 Continue\r\n\r\n")[1]!;
    expect(said).toMatch(/^HTTP\/1\.1 408 /);
    const answer = JSON.parse(said.slice(said.indexOf("\r\n\r\n"))) as Json;
    expect(answer).toMatchObject({ error_code: 408, description: "Bad Request: the request took too long" });
    expect(said).toContain(`X-Trace-Id: ${answer.trace_id}`);
    const { calls } = await develop(t, "listCalls", { with_bodies: true, timeout: 1 });
    expect(calls).toMatchObject([{ method: "sendDocument", status: 408, trace_id: answer.trace_id, response: answer }]);
  });
});

test("what developers and owners see holds nothing of a password in the address of a webhook", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const receiver = new Receiver();
  const plain = await receiver.listen();
  for (const user_info of ["user-info:the-password", "the-password"]) {
    for (const slashes of ["///", "\\\\", "", "//"]) {
      await t.ok("echo_bot", "setWebhook", { url: plain.replace("//", `${slashes}${user_info}@`) });
      await t.ok("echo_bot", "getWebhookInfo");
    }
  }
  await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hello" });
  await receiver.until(1);
  expect(receiver.deliveries[0]!.headers.authorization).toBe(`Basic ${btoa("the-password:")}`);
  const shown = JSON.stringify([
    await develop(t, "listCalls", { bot: "echo_bot", with_bodies: true }),
    await develop(t, "listWebhookAttempts", {}),
    await develop(t, "listWebhooks"),
  ]);
  expect(shown).toContain("[secret]@127.0.0.1");
  expect(shown).not.toMatch(/user-info|the-password/);
  expect(shown).not.toContain(btoa("the-password:"));
  await t.ok("echo_bot", "deleteWebhook");
  await receiver.close();
});

test("what people sign in with is hidden", async () => {
  const people = [{ name: "Bob", username: "bob", password: "correct horse" }];
  t = await startWorld("memory", { people, bots: [], chats: [] }, { developer: true });
  const { secret, setup } = await t.as("bob", "beginSecondFactor", { password: "correct horse" });
  const code = new TOTP({ secret }).generate({ timestamp: t.clock.now() });
  const { recovery_codes } = await t.as("bob", "setSecondFactor", { setup, code });
  const { result } = (await t.post("/api/signIn", { username: "bob", password: "correct horse" })).body;
  const { challenge } = result.second_factor;
  await t.post("/api/signInSecondFactor", { challenge, code: recovery_codes[0] });
  const shown = await t.as("bob", "showDeviceCode");
  const { claim } = (await t.post("/api/claimDeviceCode", { code: shown.code })).body.result;
  const phone = { ...DEVICE_KEYS, endpoint: "http://127.0.0.1:1/of-the-phone" };
  await t.as("bob", "addPushSubscription", phone);
  const records = JSON.stringify(await develop(t, "listCalls", { with_bodies: true }));
  expect(records).toContain("signInSecondFactor");
  const secrets = [secret, setup, code, ...recovery_codes, challenge, shown.code, claim, phone.auth, "of-the-phone"];
  expect(secrets.filter((each) => records.includes(each))).toEqual([]);
});

test("a user name alone in an address is hidden wherever the address stands", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const text = "see https://ghp_aTokenAlone@git.example/x?a=b@c and http://e.example/@handle";
  await t.ok("echo_bot", "sendMessage", { chat_id: t.id("Team"), text });
  const { calls } = await develop(t, "listCalls", { bot: "echo_bot", with_bodies: true });
  expect(calls[0].params.text).toBe("see https://[secret]@git.example/x?a=b@c and http://e.example/@handle");
  expect(JSON.stringify(calls)).not.toContain("ghp_aTokenAlone");
});

test("a webhook set again has the credentials that its record hides, and hidden ones are refused", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const receiver = new Receiver();
  const url = `${(await receiver.listen()).replace("//", "//someone:the-password@")}?key=very-secret`;
  await t.ok("echo_bot", "setWebhook", { url });
  await t.ok("echo_bot", "deleteWebhook");
  const { calls } = await develop(t, "listCalls", { bot: "echo_bot", with_bodies: true });
  const set = calls.find((call: Json) => call.method === "setWebhook");
  for (const copied of [set.params.url, "https://[secret]@e.example/", "https://e.example/?key=[secret]"]) {
    const answer = await t.bot("echo_bot", "setWebhook", { url: copied });
    expect(answer.body).toMatchObject({ error_code: 400, description: expect.stringContaining("[secret]") });
  }
  expect(await develop(t, "repeatCall", { id: set.id })).toMatchObject({ status: 200 });
  await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hello" });
  await receiver.until(1);
  expect(receiver.deliveries[0]!.headers.authorization).toBe(`Basic ${btoa("someone:the-password")}`);
  await t.ok("echo_bot", "deleteWebhook");
  await receiver.close();
});

test("the address of a webhook is shown without user name, password and the values of its query", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const receiver = new Receiver();
  const plain = await receiver.listen();
  const url = `${plain}?key=very-secret-key&b=other-secret`;
  await t.ok("echo_bot", "setWebhook", { url });
  expect((await t.ok("echo_bot", "getWebhookInfo")).url).toBe(url);
  await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "hello" });
  await receiver.until(1);
  const shown = `${plain}?key=[secret]&b=[secret]`;
  const { calls } = await develop(t, "listCalls", { bot: "echo_bot", with_bodies: true });
  expect(calls[0].params.url).toBe(shown);
  expect(calls[1].response.result.url).toBe(shown);
  const { attempts } = await develop(t, "listWebhookAttempts", {});
  expect(attempts[0].url).toBe(shown);
  const { webhooks } = await develop(t, "listWebhooks");
  expect(webhooks[0].url).toBe(shown);
  await t.ok("echo_bot", "deleteWebhook");
  await receiver.close();
});

test("codes of invitations and of links into chats are shown nowhere", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const team = t.id("Team");
  const { code, link } = await t.as("alice", "createInvitation");
  const { invite_link } = await t.ok("guard_bot", "createChatInviteLink", { chat_id: team });
  const chat_code = invite_link.split("/").at(-1);
  const secrets = [code, chat_code];
  for (const text of [
    `Come: ${link}.`,
    `(${link})`,
    `see ${invite_link} today`,
    `http://x/?to=%2Finvite%2F${code}&a=b`,
  ]) {
    await t.ok("guard_bot", "sendMessage", { chat_id: team, text });
  }
  await t.person("bob", "joinChat", { invite_link: chat_code });
  await t.person("bob", "previewLink", { invite_link });
  const { calls } = await develop(t, "listCalls", { with_bodies: true });
  const { updates } = await develop(t, "listUpdates", { with_bodies: true });
  expect(calls.length).toBeGreaterThan(7);
  for (const each of [...calls, ...updates]) {
    const text = JSON.stringify(each);
    expect(secrets.filter((secret) => text.includes(secret)).map(() => text)).toEqual([]);
  }
});

test("a page with bodies ends after two mebibytes, and the next begins there", async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  const junk = "x".repeat(60_000);
  for (let count = 0; count < 80; count += 1) await t.ok("echo_bot", "getUpdates", { junk, timeout: 0 });
  const newest: Json[] = (await develop(t, "listCalls", { with_bodies: true, limit: 1000 })).calls;
  expect(newest.at(-1).id).toBe(80);
  const seen: number[] = [];
  for (let after = 0; ;) {
    const { calls, revision } = await develop(t, "listCalls", { with_bodies: true, limit: 1000, after });
    if (calls.length === 0) break;
    expect(JSON.stringify(calls).length).toBeLessThan(2.2 * 1024 * 1024);
    seen.push(...calls.map(({ id }: Json) => id));
    after = revision;
  }
  expect(seen).toEqual(Array.from({ length: 80 }, (_, n) => n + 1));
  expect(newest.length).toBeLessThan(40);
  expect((await develop(t, "listCalls", { limit: 1000 })).calls).toHaveLength(80);
});
