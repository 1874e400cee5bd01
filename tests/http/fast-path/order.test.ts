/** Pipelined requests with both readers: responses are in order, and unread responses stop the reading. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { collectGarbage } from "../../support/collect-garbage.ts";
import { LONG_RUN } from "../../support/long-run.ts";
import { startWorld, type Json, type TestService } from "../../support/service.ts";
import { Wire } from "./wire.ts";

/** Pieces of 42 kB: more than all buffers between the client and the service hold. */
const PIECES = 1000;

describe.each(LONG_RUN ? (["own", "node"] as const) : (["own"] as const))("reader: %s", (http_reader) => {
  let t: TestService;
  let bot: string;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { http_reader });
    bot = `/bot${t.token("guard_bot")}`;
  });
  afterAll(() => t.stop());

  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const post = (path: string, type: string, body: string, length = Buffer.byteLength(body)) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${body}`;
  const json = (method: string, params: object) => post(`${bot}/${method}`, "application/json", JSON.stringify(params));
  const form = (method: string, name: string, value: string) =>
    post(
      `${bot}/${method}`,
      "multipart/form-data; boundary=b",
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`,
    );
  /** The bodies of the responses, delimited by their content lengths. */
  function bodies(said: string): Json[] {
    const found: Json[] = [];
    for (let rest = said; rest !== "";) {
      const start = rest.indexOf("\r\n\r\n") + 4;
      const length = Number(/Content-Length: (\d+)/.exec(rest)![1]);
      found.push(JSON.parse(Buffer.from(rest.slice(start, start + length), "latin1").toString()));
      rest = rest.slice(start + length);
    }
    return found;
  }
  const count = async () => {
    const metrics: string = (await t.fetch("/metrics")).body;
    return [...metrics.matchAll(/^heliogram_requests_total\{api="bot".*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    );
  };

  test("a hundred pipelined requests are executed and answered in order", async () => {
    const wire = new Wire(t.url);
    const texts = Array.from({ length: 100 }, (_, n) => `message ${n}`);
    wire.send(texts.map((text) => json("sendMessage", { chat_id: t.id("Team"), text })).join(""));
    wire.halfClose();
    const answers = bodies(await wire.end());
    expect(answers.map(({ result }) => result.text)).toEqual(texts);
  });

  test("JSON, a form with files, JSON again: one connection", async () => {
    const wire = new Wire(t.url);
    for (const [request, words] of [
      [json("getChat", { chat_id: t.id("Team") }), '"title":"Team"'],
      [form("getChat", "chat_id", String(t.id("News"))), '"title":"News"'],
      [json("getChatMember", { chat_id: t.id("Team"), user_id: t.id("carla") }), '"carla"'],
      [get(`${bot}/getMe`), '"guard_bot"'],
      [get("/healthz"), "HTTP/1.1 200"],
    ] as const) {
      wire.said = "";
      wire.send(request);
      expect(await wire.hears(words)).toBe(true);
    }
    expect(wire.ended).toBe(false);
    wire.leave();
  });

  test("an error is sent after the responses before it", async () => {
    for (const fault of [
      "nonsense\r\n\r\n",
      "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
      get("/").replace("Host: x", "X"),
    ]) {
      const wire = new Wire(t.url);
      wire.send(form("getChat", "chat_id", String(t.id("News"))) + json("getMe", {}) + fault + get("/never"));
      const answers = bodies(await wire.end());
      expect([fault, answers.map(({ result, error_code }) => result?.username ?? result?.title ?? error_code)]).toEqual(
        [fault, ["News", "guard_bot", 400]],
      );
    }
  });

  test("clients that offer HTTP/2 get responses over HTTP/1.1", async () => {
    const wire = new Wire(t.url);
    const offer = "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n";
    wire.send(json("getChat", { chat_id: t.id("Team") }).replace("\r\n\r\n", `\r\n${offer}`));
    expect(await wire.hears('"title":"Team"')).toBe(true);
    wire.said = "";
    wire.send(get(`${bot}/getMe`));
    expect(await wire.hears("guard_bot")).toBe(true);
    wire.leave();
  });

  test("a length that is too small makes the rest invalid, one that is too large makes the request incomplete", async () => {
    const body = JSON.stringify({ chat_id: t.id("Private"), text: "x".repeat(20) });
    const before = await t.as("alice", "getHistory", { chat_id: t.id("Private") });
    const short = new Wire(t.url);
    short.send(post(`${bot}/sendMessage`, "application/json", body, body.length - 10));
    expect(bodies(await short.end()).map(({ error_code }) => error_code)).toEqual([400, 400]);
    const long = new Wire(t.url);
    long.send(post(`${bot}/sendMessage`, "application/json", body, body.length + 10));
    long.halfClose();
    expect(bodies(await long.end())).toMatchObject([{ description: "Bad Request: the request is not valid HTTP" }]);
    expect(await t.as("alice", "getHistory", { chat_id: t.id("Private") })).toEqual(before);
  });

  test("a half-closed connection gets its responses, and is closed", async () => {
    for (const requests of [[json("getMe", {})], [json("getMe", {}), form("getMe", "a", "b"), get(`${bot}/getMe`)]]) {
      const wire = new Wire(t.url);
      wire.send(requests.join(""));
      wire.halfClose();
      expect(bodies(await wire.end()).map(({ result }) => result.username)).toEqual(requests.map(() => "guard_bot"));
    }
    const silent = new Wire(t.url);
    silent.halfClose();
    expect(await silent.end()).toBe("");
  });

  test("responses that are not read stop the reading", async () => {
    for (let n = 0; n < 30; n += 1) {
      await t.as("alice", "sendMessage", { chat_id: t.id("Team"), text: `/x@echo_bot ${"😀".repeat(4000)}` });
    }
    const requests = 120;
    const wire = new Wire(t.url);
    wire.socket.pause();
    const before = await count();
    wire.send(get(`/bot${t.token("echo_bot")}/getUpdates`).repeat(requests));
    for (let last = -1, now = await count(); now !== last; now = await count()) {
      last = now;
      await new Promise((later) => setTimeout(later, 300));
    }
    expect(await count()).toBeGreaterThan(before);
    expect((await count()) - before).toBeLessThan(requests * 0.75);
    wire.socket.resume();
    wire.halfClose();
    expect((await wire.end()).split("HTTP/1.1 200 OK")).toHaveLength(requests + 1);
  });

  test("requests that arrive during a response are held back by backpressure", async () => {
    const wire = new Wire(t.url);
    wire.send(get(`/bot${t.token("stranger_bot")}/getUpdates?timeout=50`));
    await t.waiting(1);
    const piece = Buffer.from(get(`${bot}/getMe`).repeat(1000));
    let taken = 0;
    const send = () => void (taken < PIECES && wire.socket.write(piece, () => (taken += 1) && send()));
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    send();
    for (let last = -1; last !== taken; await new Promise((later) => setTimeout(later, 500))) last = taken;
    // The system buffers several megabytes per socket, the service a few hundred kilobytes.
    expect(taken).toBeLessThan(PIECES);
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4e6);
    wire.leave();
  });
});
