/** HTTPS of the service itself: calls, web sockets, renewed certificates, and connections that go wrong. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { clock } from "heliogram/runtime/system.ts";
import { tlsFrom } from "heliogram/runtime/settings-options.ts";
import { openTls } from "heliogram/runtime/tls.ts";
import { loadSettings } from "heliogram/settings/load.ts";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { startWorld, type TestService } from "../support/service.ts";

const dir = mkdtempSync(join(tmpdir(), "heliogram-tls-"));
const [cert_file, key_file] = [join(dir, "cert.pem"), join(dir, "key.pem")];
let t: TestService;
let port: number;

beforeAll(async () => {
  writeFileSync(cert_file, CERTIFICATE);
  writeFileSync(key_file, KEY);
  t = await startWorld("sqlite", undefined, {
    tls: { host: "127.0.0.1", port: 0, cert: CERTIFICATE, key: KEY, cert_file, key_file, check_ms: 20 },
    // The files are looked at as on a machine, and not by the clock of the test.
    machine: clock,
  });
  port = Number(new URL(t.service.tls_url!).port);
});
afterAll(async () => {
  await t.stop();
  rmSync(dir, { recursive: true });
});

/** Calls over HTTPS. */
async function post(path: string, params: object): Promise<{ status: number; body: unknown }> {
  const body = JSON.stringify(params);
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers, ca: CERTIFICATE, agent: false });
  sent.end(body);
  const [response] = await once(sent, "response");
  return { status: response.statusCode, body: JSON.parse(await text(response)) };
}

/** The certificate that a new connection gets, by its checksum. */
async function presented(): Promise<string> {
  const socket = connectTls({ host: "127.0.0.1", port, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

test("bots, people and large files are served as without it", async () => {
  const sent = await post(`/bot${t.token("echo_bot")}/sendMessage`, { chat_id: t.id("alice"), text: "Hello" });
  expect(sent).toMatchObject({ status: 200, body: { ok: true, result: { text: "Hello" } } });
  const long = "x".repeat(300_000);
  expect(await post(`/bot${t.token("echo_bot")}/sendMessage`, { chat_id: t.id("alice"), text: long })).toMatchObject({
    status: 400,
  });
  expect((await post("/api/listChats", {})).status).toBe(401);
});

test("several requests of one connection are answered in order, and a half-closed one gets its responses", async () => {
  const socket = connectTls({ host: "127.0.0.1", port, ca: CERTIFICATE });
  await once(socket, "secureConnect");
  const call = `GET /bot${t.token("echo_bot")}/getMe HTTP/1.1\r\nHost: x\r\n\r\n`;
  socket.write(call + call);
  socket.end(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  const answer = await text(socket);
  expect(answer.match(/HTTP\/1.1 200 /g)).toHaveLength(3);
  expect(answer.match(/"username":"echo_bot"/g)).toHaveLength(2);
});

test("a web socket gets what is sent", async () => {
  const headers = { authorization: `Bearer ${t.accessToken("alice")}` };
  const socket = new WebSocket(`wss://127.0.0.1:${port}/api/stream`, { ca: CERTIFICATE, headers });
  const frames: string[] = [];
  socket.on("message", (data: Buffer) => frames.push(data.toString()));
  await once(socket, "open");
  await t.ok("echo_bot", "sendMessage", { chat_id: t.id("alice"), text: "encrypted" });
  await expect.poll(() => frames.join("")).toContain("encrypted");
  socket.close();
});

test("plain requests, broken handshakes and half-open connections do no harm", async () => {
  const plain = connect(port, "127.0.0.1");
  plain.on("error", () => {});
  plain.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(plain, "close");
  const reset = connect(port, "127.0.0.1");
  await once(reset, "connect");
  reset.resetAndDestroy();
  const silent: Socket[] = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
  await Promise.all(silent.map((each) => once(each, "connect")));
  expect(await presented()).toMatch(/^[0-9A-F:]+$/);
  for (const each of silent) each.destroy();
});

function newPair(name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)];
  const subject = ["-subj", `/CN=${name}`, "-days", "30", "-nodes"];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", [...kind, ...subject, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { cert: readFileSync(cert, "utf8"), key: readFileSync(key, "utf8") };
}

function replace(path: string, content: string): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

test("a renewed certificate is used, when its key is there too", async () => {
  const before = await presented();
  const open: TLSSocket = connectTls({ host: "127.0.0.1", port, ca: CERTIFICATE });
  await once(open, "secureConnect");
  const { cert, key } = newPair("renewed");
  replace(cert_file, cert);
  await vi.waitUntil(() => t.log.some((line) => line.includes("the new certificate cannot be used")), {
    timeout: 60_000,
  });
  expect(await presented()).toBe(before);
  replace(key_file, key);
  await vi.waitUntil(() => t.log.some((line) => line.includes("has been read again")), { timeout: 60_000 });
  expect(await presented()).not.toBe(before);
  expect(t.log.filter((line) => line.includes("the new certificate cannot be used"))).toHaveLength(1);
  expect(t.log.join("")).not.toContain("PRIVATE KEY");
  // Connections that are open go on.
  open.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  expect(await text(open)).toContain("200 OK");
  rmSync(cert_file);
  await vi.waitUntil(() => t.log.filter((line) => line.includes("cannot be used")).length === 2, { timeout: 60_000 });
  expect(await presented()).not.toBe(before);
});

test("a wrong key and a missing certificate are refused by a sentence", async () => {
  const parts = { limits: {} as never, serve: () => {}, log: {} as never, after: () => () => {} };
  const { key } = newPair("other");
  const files = { cert_file: undefined, key_file: undefined };
  await expect(openTls({ host: "127.0.0.1", port: 0, cert: CERTIFICATE, key, ...files }, parts)).rejects.toThrow(
    "HELIOGRAM_TLS_CERTIFICATE and HELIOGRAM_TLS_KEY cannot be used: ",
  );
  const load = (env: Record<string, string>) => {
    const loaded = loadSettings(env, (path) => readFileSync(path, "utf8"));
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    return tlsFrom(loaded.settings, loaded.files, undefined);
  };
  expect(load({})).toBe(undefined);
  expect(() => load({ HELIOGRAM_TLS_PORT: "8443" })).toThrow("HELIOGRAM_TLS_PORT needs a certificate and its key");
  const [cert, own] = [join(dir, "renewed.pem"), join(dir, "renewed.key")];
  const env = { HELIOGRAM_TLS_PORT: "8443", HELIOGRAM_TLS_CERTIFICATE_FILE: cert, HELIOGRAM_TLS_KEY_FILE: own };
  expect(load(env)).toMatchObject({ port: 8443, host: "0.0.0.0", cert_file: cert, key_file: own });
});
