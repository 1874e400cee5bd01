/** The log of failed calls and failed webhook deliveries: every trace id is found in it, no credential, and it is bounded. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Receiver } from "../support/receiver.ts";
import { startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { Wire } from "./fast-path/wire.ts";
import { until } from "../support/until.ts";

const PASSWORD = "correct horse battery";
const UNKNOWN_TOKEN = "123456:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-abc";
const MINUTE_MS = 60_000;

describe.each(["own", "node"] as const)("reader: %s", (http_reader) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { http_reader });
  });
  afterAll(() => t.stop());

  const lines = (message: string): Json[] => t.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

  /** The only line of the log about an answer. */
  function lineOf(answer: Answer): Json {
    const trace_id = answer.headers.get("x-trace-id");
    const all = [...lines("a call failed"), ...lines("a sign-in failed")];
    const found = all.filter((line) => line.trace_id === trace_id);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ level: 30, status: answer.status });
    return found[0];
  }

  const behindProxy = { "x-forwarded-for": "203.0.113.9" };

  test("a call of a bot", async () => {
    const answer = await t.post(
      `/bot${t.token("guard_bot")}/SENDmessage`,
      { chat_id: t.id("Team"), text: "" },
      behindProxy,
    );
    expect(lineOf(answer)).toEqual({
      level: 30,
      time: expect.any(String),
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      api: "bot",
      method: "sendMessage",
      status: 400,
      error: answer.body.description,
      account_id: t.id("guard_bot"),
      duration_ms: 0,
      client: "203.0.113.9",
      msg: "a call failed",
    });
  });

  test("a call of a person, by its IPv6 address", async () => {
    const headers = { authorization: `Bearer ${t.accessToken("bob")}`, "x-forwarded-for": "2001:db8:1:2::5" };
    const answer = await t.post("/api/sendMessage", { chat_id: t.id("Team"), text: "" }, headers);
    expect(lineOf(answer)).toMatchObject({
      api: "user",
      method: "sendMessage",
      error: answer.body.description,
      account_id: t.id("bob"),
      client: "2001:db8:1:2::5",
    });
  });

  test("downloads", async () => {
    const ofBot = await t.fetch(`/file/bot${t.token("guard_bot")}/photos/nothing.jpg`);
    expect(lineOf(ofBot)).toMatchObject({ api: "file", status: 404, account_id: t.id("guard_bot") });
    const ofAnonymous = await t.fetch(`/file/bot${UNKNOWN_TOKEN}/photos/nothing.jpg`);
    expect(lineOf(ofAnonymous)).toMatchObject({ api: "file", status: 401, error: "Unauthorized", client: "127.0.0.1" });
  });

  test("anonymous clients, and addresses at which nothing is", async () => {
    const line = lineOf(await t.post(`/bot${UNKNOWN_TOKEN}/sendMessage`, {}));
    expect(line).toMatchObject({ status: 401, method: "sendMessage", client: "127.0.0.1" });
    expect(line).not.toHaveProperty("account_id");
    expect(lineOf(await t.post("/api/listSessions", {}))).toMatchObject({
      api: "user",
      status: 401,
      method: "listSessions",
    });
    expect(lineOf(await t.fetch("/nothing"))).toMatchObject({ api: "other", status: 404 });
  });

  test("a web socket that is refused", async () => {
    const wire = new Wire(t.url);
    wire.send(
      "GET /api/stream HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    );
    const trace_id = /X-Trace-Id: (\w+)/.exec(await wire.end())![1];
    wire.leave();
    const line = lines("a call failed").find((each) => each.trace_id === trace_id);
    expect(line).toMatchObject({ api: "user", status: 401, client: "127.0.0.1" });
  });

  test("what is not HTTP", async () => {
    const wire = new Wire(t.url);
    wire.send("nonsense\r\n\r\n");
    const trace_id = /X-Trace-Id: (\w+)/.exec(await wire.end())![1];
    wire.leave();
    expect(lines("a call failed").find((line) => line.trace_id === trace_id)).toMatchObject({ status: 400 });
  });

  test("calls that succeed, probes and pages have no line", async () => {
    const before = t.log.length;
    await t.ok("guard_bot", "getMe");
    await t.as("bob", "listSessions");
    await t.fetch("/readyz");
    expect(t.log.slice(before)).toEqual([]);
  });

  test("no part of the request is shown, wherever a credential is in it", async () => {
    const [token, secret] = [t.token("guard_bot"), t.accessToken("bob")];
    const calls = [
      t.post(`/bot${UNKNOWN_TOKEN}/getMe`, {}),
      t.post(`/bot${token}/${secret}`, {}),
      t.post(`/bot${token}/${PASSWORD.replaceAll(" ", "_")}`, {}),
      t.post(`/bot${token}/sendMessage?parse_mode=${token}`, { chat_id: t.id("Team"), text: "x" }),
      t.post(`/bot${token}/sendMessage`, { chat_id: t.id("Team"), text: `<${PASSWORD}>`, parse_mode: "HTML" }),
      t.post(`/bot${token}/sendMessage`, { chat_id: token, text: PASSWORD }),
      t.post(`/bot${token}/sendPhoto`, { chat_id: t.id("Team"), photo: `attach://${PASSWORD}` }),
      t.post(`/bot${token}/sendMessage`, { chat_id: t.id("Team"), text: "x", entities: `[{"type":"${PASSWORD}"` }),
      t.post("/api/signIn", { username: PASSWORD, password: PASSWORD }),
    ];
    for (const answer of await Promise.all(calls)) expect(lineOf(answer).error).toBeTypeOf("string");
    const log = t.log.join("");
    for (const part of [UNKNOWN_TOKEN, token, secret, PASSWORD, PASSWORD.replaceAll(" ", "_")]) {
      expect(log).not.toContain(part);
    }
  });

  test("a webhook delivery that failed, a method in its reply, and a delivery that came about", async () => {
    const receiver = new Receiver();
    const url = await receiver.listen();
    receiver.answer = (_delivery, res) => {
      if (receiver.deliveries.length === 1) res.writeHead(500).end();
      else if (receiver.deliveries.length === 2)
        res.writeHead(200, { "content-type": "application/json" }).end('{"method":"sendMessage","chat_id":1}');
      else res.end();
    };
    const bot_id = t.id("echo_bot");
    await t.ok("echo_bot", "setWebhook", { url: url.replace("//", "//someone:hunter2hunter2@") });
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "/go@echo_bot" });
    const seen = async (message: string, of: object) => {
      const fits = (line: Json) => Object.entries(of).every(([name, value]) => line[name] === value);
      return until(() => {
        const found = lines(message).find(fits);
        if (!found) t.clock.advance(1000);
        return found;
      }, `a line "${message}"`);
    };
    const failed = await seen("a webhook delivery failed", { account_id: bot_id });
    expect(failed).toMatchObject({ level: 30, status: 500, attempt: 1, error: expect.stringContaining("500") });
    expect(failed.webhook_id).toBe(receiver.deliveries[0]!.headers["webhook-id"]);
    expect(failed.retry_in_ms).toBeGreaterThan(0);
    const reply = await seen("a call failed", { api: "webhook" });
    expect(reply).toMatchObject({ method: "sendMessage", account_id: bot_id, status: 400 });
    await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: "/go@echo_bot" });
    await receiver.until(3);
    expect(lines("a webhook delivery failed")).toHaveLength(1);
    expect(t.log.join("")).not.toContain("hunter2");
    await t.ok("echo_bot", "deleteWebhook");
    await receiver.close();
  });

  test("one who fails without end gets so many lines in a minute, the rest is counted, and others get theirs", async () => {
    t.clock.advance(MINUTE_MS);
    t.log.length = 0;
    const flood = (address: string) =>
      Promise.all(
        Array.from({ length: 100 }, () => t.post(`/bot${UNKNOWN_TOKEN}/getMe`, {}, { "x-forwarded-for": address })),
      );
    await flood("203.0.113.1");
    expect(lines("a call failed")).toHaveLength(60);
    // All anonymous clients together have a limit as well.
    for (let from = 2; from < 7; from += 1) await flood(`203.0.113.${from}`);
    expect(lines("a call failed")).toHaveLength(300);
    lineOf(await t.bot("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "" }));
    // No flood of other failures hides who guesses passwords.
    const guess = await t.post(
      "/api/signIn",
      { username: "bob", password: "wrong guess" },
      { "x-forwarded-for": "203.0.113.1" },
    );
    expect(lineOf(guess)).toMatchObject({ status: 401, client: "203.0.113.1", msg: "a sign-in failed" });
    expect(lines("further failures were not logged")).toEqual([]);
    t.clock.advance(MINUTE_MS);
    expect(lines("further failures were not logged")).toMatchObject([
      { level: 30, left_out: 300, by_status: { "401": 300 } },
    ]);
    lineOf(await t.post(`/bot${UNKNOWN_TOKEN}/getMe`, {}));
  });
});
