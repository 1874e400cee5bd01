/** Slow fetches and downloads are limited per account and do not block other accounts (behaviour.md §5). */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Wire } from "../http/fast-path/wire.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type Answer, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const FETCHES = 10;
const DOWNLOADS = 50;
const LATER = { error_code: 429, parameters: { retry_after: 5 } };

let t: TestService;
/** Fetches without a response yet. */
let waiting: ServerResponse[] = [];
const elsewhere = createServer((_req, res) => waiting.push(res));

beforeAll(async () => {
  t = await startWorld("memory");
  elsewhere.listen(0, "127.0.0.1");
  await once(elsewhere, "listening");
});
afterAll(async () => {
  await t.stop();
  elsewhere.close();
});

test("fetches from an address that does not respond", async () => {
  const { port } = elsewhere.address() as AddressInfo;
  const params = { chat_id: t.id("Team"), document: `http://127.0.0.1:${port}/file` };
  const fetched: Promise<Answer>[] = [];
  for (let n = 0; n < FETCHES; n++) fetched.push(t.bot(n % 2 === 0 ? "guard_bot" : "echo_bot", "sendDocument", params));
  await until(() => waiting.length >= FETCHES, `${FETCHES} fetches`);
  expect((await t.bot("guard_bot", "sendDocument", params)).body).toMatchObject(LATER);
  const other = t.person("bob", "sendDocument", params);
  await until(() => waiting.length !== FETCHES, "one more fetch");
  waiting.at(-1)!.end("for Bob");
  expect((await other).body.result.document.file_size).toBe(7);
  for (const res of waiting.slice(0, FETCHES)) res.end("at last");
  for (const answer of await Promise.all(fetched)) expect(answer.status).toBe(200);
  waiting = [];
});

test.runIf(LONG_RUN)("downloads whose client stops reading", async () => {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  // More than the socket buffers hold.
  form.set("document", new Blob([new Uint8Array(24_000_000)]), "file");
  const { file_id } = (await t.post(`/bot${t.token("guard_bot")}/sendDocument`, form)).body.result.document;
  const { file_path } = await t.ok("guard_bot", "getFile", { file_id });
  const path = `/file/bot${t.token("guard_bot")}/${file_path}`;
  const slow = Array.from({ length: DOWNLOADS }, () => new Wire(t.url));
  for (const wire of slow) {
    wire.send(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(await wire.hears("200 OK")).toBe(true);
    wire.socket.pause();
    wire.said = "";
  }
  expect((await t.fetch(path)).body).toMatchObject(LATER);
  const { messages } = await t.as("bob", "getHistory", { chat_id: t.id("Team"), limit: 1 });
  const address = `/api/file/document/${messages[0].document.file_id}`;
  const read = await fetch(`${t.url}${address}`, {
    headers: { authorization: `Bearer ${t.accessToken("bob")}`, range: "bytes=0-9" },
  });
  expect([read.status, (await read.arrayBuffer()).byteLength]).toEqual([206, 10]);
  slow[0]!.leave();
  const download = () => fetch(`${t.url}${path}`, { headers: { range: "bytes=0-9" } });
  await until(async () => (await download()).status !== 429, "room for a download");
  expect((await download()).status).toBe(206);
  for (const wire of slow) wire.leave();
});
