/** The proxies of the guides, each with its file as it is: what passes, what does not, and what they log. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpsRequest, type RequestOptions } from "node:https";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type TestService } from "../support/service.ts";
import { lacks } from "./guide-files.ts";
import { GuideProxy, PROXIES, statusOf, type ProxyFile } from "./guide-proxy.ts";

/** The addresses of the proxy and of the client. Both are of this machine, and only the first is trusted. */
const PROXY = "127.0.0.1";
const CLIENT = "127.0.0.7";
/** More than a group of ten documents has. */
const LARGEST_BODY = 1_100_000_000;
/** How it is sent. */
const PART_BYTES = 16_384;
const PART_MS = 20;

describe.each(Object.entries(PROXIES) as [ProxyFile, string][])("%s", (file, program) => {
  const isSkipped = lacks(program);
  let t: TestService;
  let proxy: GuideProxy;

  beforeAll(async () => {
    if (isSkipped) return;
    t = await startWorld("sqlite", undefined, { proxies: [`${PROXY}/32`] });
    proxy = await GuideProxy.start(file, t.url);
  });
  afterAll(async () => {
    await proxy?.stop();
    await t?.stop();
  });

  test.skipIf(isSkipped)("calls and pages pass; metrics do not", async () => {
    const sent = await post(proxy.port, `/bot${t.token("echo_bot")}/sendMessage`, {
      chat_id: t.id("alice"),
      text: "Hello",
    });
    expect(sent).toMatchObject({ ok: true, result: { text: "Hello" } });
    expect((await exchange(proxy.port, "/reference", {})).toString()).toContain("<html");
    expect(await statusOf(proxy.port, "/metrics")).toBe(404);
  });

  test.skipIf(isSkipped)("the service knows the client's address, whatever the client claims", async () => {
    const claimed = { "x-forwarded-for": "203.0.113.9" };
    const attempt = post(proxy.port, "/api/signIn", { username: "nobody", password: "wrong" }, claimed);
    await expect(attempt).rejects.toThrow("401");
    const entries = t.log.map((line) => JSON.parse(line) as { msg: string; client: string });
    expect(entries.filter(({ msg }) => msg === "a sign-in failed").map(({ client }) => client)).toEqual([CLIENT]);
  });

  test.skipIf(isSkipped)("a web socket receives what is sent", async () => {
    const socket = new WebSocket(`wss://127.0.0.1:${proxy.port}/api/stream`, {
      rejectUnauthorized: false,
      headers: { authorization: `Bearer ${t.accessToken("alice")}` },
    });
    const frames: string[] = [];
    socket.on("message", (data: Buffer) => frames.push(data.toString()));
    await once(socket, "open");
    await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "through the proxy" });
    await expect.poll(() => frames.join("")).toContain("through the proxy");
    socket.close();
  });

  test.skipIf(isSkipped)("a large file goes up and comes down", async () => {
    const token = t.token("echo_bot");
    const content = Buffer.alloc(LONG_RUN ? 50_000_000 : 2_000_000, "heliogram ");
    const form = new FormData();
    form.set("chat_id", String(t.id("alice")));
    form.set("document", new Blob([content]), "large.bin");
    const body = new Response(form);
    const type = { "content-type": body.headers.get("content-type")! };
    const sent = await exchange(proxy.port, `/bot${token}/sendDocument`, type, Buffer.from(await body.arrayBuffer()));
    const { result } = JSON.parse(sent.toString()) as { result: { document: { file_id: string } } };
    const { file_path } = await t.ok("echo_bot", "getFile", { file_id: result.document.file_id });
    const downloaded = await exchange(proxy.port, `/file/bot${token}/${String(file_path)}`, {});
    expect(downloaded.equals(content)).toBe(true);
  });

  test.skipIf(isSkipped)("the service refuses the largest upload before its body has arrived", async () => {
    const socket = connect({ port: proxy.port, host: "127.0.0.1", rejectUnauthorized: false });
    const head = `POST /bot1:wrong/sendDocument HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
    socket.on("error", () => {});
    socket.write(`${head}Content-Length: ${LARGEST_BODY}\r\n\r\n--b\r\n`);
    // Caddy passes the answer on when it has read a further part.
    const sending = setInterval(() => socket.write(Buffer.alloc(PART_BYTES)), PART_MS);
    const ended = once(socket, "close").then(() => ["closed"]);
    const [answer] = await Promise.race([once(socket, "data"), ended]);
    clearInterval(sending);
    socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test.skipIf(isSkipped)("no token is in its logs, also when no node answers", async () => {
    const token = t.token("guard_bot");
    await exchange(proxy.port, `/bot${token}/getMe`, {});
    await t.restart(async () => {
      expect(await statusOf(proxy.port, `/bot${token}/getMe`)).toBeGreaterThanOrEqual(502);
    });
    const [, secret] = token.split(":");
    expect(proxy.logs()).not.toContain(secret);
  });
});

/** Sends a body, or requests a file. @throws Error if the status is not 200 */
async function exchange(port: number, path: string, headers: Record<string, string>, body?: Buffer): Promise<Buffer> {
  const options: RequestOptions = {
    ...{ host: "127.0.0.1", port, path, localAddress: CLIENT },
    method: body ? "POST" : "GET",
    headers: { ...headers, ...(body && { "content-length": body.length }) },
    rejectUnauthorized: false,
    agent: false,
  };
  const request = httpsRequest(options);
  // Who answers before the whole body has arrived may close the connection: the answer says why.
  request.on("error", () => {});
  request.end(body);
  const [response] = (await once(request, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${content.toString()}`);
  return content;
}

async function post(port: number, path: string, params: object, headers: Record<string, string> = {}) {
  const body = Buffer.from(JSON.stringify(params));
  const type = { "content-type": "application/json" };
  return JSON.parse((await exchange(port, path, { ...type, ...headers }, body)).toString()) as unknown;
}
