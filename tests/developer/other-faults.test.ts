/** Fault rules on what is no plain call: downloads, methods in the answers of webhooks, and calls that are run again. */
import { Bot } from "grammy";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Receiver } from "../support/receiver.ts";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { develop } from "./developer-calls.ts";
import { until } from "../support/until.ts";

let t: TestService;
let alice: number;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  alice = t.id("alice");
});
afterEach(() => t.stop());

const addFault = async (params: object): Promise<Json> => (await develop(t, "addFault", params)).fault;
const counts = async (): Promise<number[][]> =>
  (await develop(t, "listFaults")).faults.map(({ matched, applied }: Json) => [matched, applied]);
const calls = async (filter: object): Promise<Json[]> => (await develop(t, "listCalls", filter)).calls;
const sent = async (): Promise<string[]> => {
  const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("guard_bot"), limit: 50 });
  return messages.map(({ text }: Json) => text);
};

const CONTENT = "0123456789".repeat(10);

/** @returns the address of a file that a bot has sent */
async function fileAddress(): Promise<string> {
  const form = new FormData();
  form.set("chat_id", String(alice));
  form.set("document", new Blob([CONTENT]), "digits.txt");
  const response = await fetch(`${t.url}/bot${t.token("guard_bot")}/sendDocument`, { method: "POST", body: form });
  const { result } = (await response.json()) as Json;
  const { file_path } = await t.ok("guard_bot", "getFile", { file_id: result.document.file_id });
  return `${t.url}/file/bot${t.token("guard_bot")}/${file_path}`;
}

test("a download fails by an error, a reset connection or a cut body, and then succeeds", async () => {
  const url = await fileAddress();
  await addFault({ method: "downloadfile", error_code: 429, retry_after: 3, count: 1 });
  await addFault({ method: "downloadFile", effect: "reset", count: 1 });
  await addFault({ bot: "guard_bot", effect: "cut", cut_bytes: 12, count: 1 });
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3"]);
  expect(await refused.json()).toMatchObject({ ok: false, error_code: 429, parameters: { retry_after: 3 } });
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });

  const cut = await fetch(url);
  expect([cut.status, cut.headers.get("content-length")]).toEqual([200, String(CONTENT.length)]);
  const reader = cut.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe(CONTENT.slice(0, 12));
  await expect(reader.read()).rejects.toThrow("terminated");

  expect(await (await fetch(url)).text()).toBe(CONTENT);
  expect(await counts()).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ]);
});

test("a range is cut, and never whole; a HEAD has nothing to cut", async () => {
  const url = await fileAddress();
  await addFault({ method: "downloadFile", effect: "cut", cut_bytes: 1000 });
  const part = await fetch(url, { headers: { range: "bytes=10-19" } });
  expect([part.status, part.headers.get("content-range")]).toEqual([206, "bytes 10-19/100"]);
  const reader = part.body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe("012345678");
  await expect(reader.read()).rejects.toThrow("terminated");
  expect((await fetch(url, { method: "HEAD" })).status).toBe(200);
});

test("a download waits by the clock of the service, or until its rule is removed", async () => {
  const url = await fileAddress();
  await develop(t, "freezeClock");
  await addFault({ method: "downloadFile", delay_ms: 2000, count: 1 });
  const { id } = await addFault({ method: "downloadFile", effect: "hang" });
  const late = fetch(url);
  await until(async () => (await counts())[0]![1], "the first fault to be applied");
  const hanging = fetch(url);
  await until(async () => (await counts())[1]![1], "the second fault to be applied");
  await develop(t, "advanceClock", { seconds: 2 });
  expect(await (await late).text()).toBe(CONTENT);
  await develop(t, "removeFault", { id });
  expect(await (await hanging).text()).toBe(CONTENT);
});

test("rules about other bots, methods and chats leave downloads alone", async () => {
  const url = await fileAddress();
  await addFault({ bot: "echo_bot", error_code: 500 });
  await addFault({ method: "getFile", error_code: 500 });
  await addFault({ chat: alice, error_code: 500 });
  await addFault({ text: "digits", error_code: 500 });
  expect((await fetch(url)).status).toBe(200);
  await addFault({ method: "downloadFile", error_code: 500 });
  expect((await fetch(url.replace(/[^/]+$/, "other"))).status).toBe(500);
  expect((await fetch(url.replace(/bot\d+:/, "bot1:"))).status).toBe(401);
  const { body } = await t.post("/developer/addFault", { method: "downloadFile", chat: alice, error_code: 500 });
  expect(body.description).toContain("chat contradicts downloadFile");
});

test("a method in the answer of a webhook is refused, waits, and is carried out", async () => {
  const receiver = new Receiver();
  const url = await receiver.listen();
  try {
    receiver.answer = ({ body }, res) => {
      const text = `answer to ${body.message.text}`;
      res
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ method: "sendMessage", chat_id: alice, text }));
    };
    await t.ok("guard_bot", "setWebhook", { url, allowed_updates: ["message"] });
    await addFault({ method: "sendMessage", text: "one", error_code: 403 });
    const { id } = await addFault({ method: "sendMessage", text: "two", effect: "hang" });
    const say = (text: string) => t.as("alice", "sendMessage", { chat_id: t.id("guard_bot"), text });
    for (const text of ["one", "two", "three"]) await say(text);
    await until(async () => (await counts())[1]![1], "the second fault to be applied");
    expect(await calls({ api: "webhook" })).toMatchObject([{ status: 403, fault: "1: error 403" }]);
    expect(await sent()).toEqual(["one", "two", "three"]);
    await develop(t, "removeFault", { id });
    await until(async () => (await sent()).length >= 5, "five messages");
    expect((await sent()).slice(3)).toEqual(["answer to two", "answer to three"]);
    expect((await calls({ api: "webhook" })).map(({ status, fault }) => [status, fault])).toEqual([
      [403, "1: error 403"],
      [200, "2: hang"],
      [200, undefined],
    ]);
  } finally {
    await t.ok("guard_bot", "deleteWebhook");
    await receiver.close();
  }
});

test("a call that is run again meets the rules", async () => {
  const bot = new Bot(t.token("guard_bot"), { client: { apiRoot: t.url } });
  await bot.api.sendMessage(alice, "again");
  const [{ id }] = (await calls({ method: "sendMessage" })) as [Json];
  await addFault({ method: "sendMessage", error_code: 429, retry_after: 3, count: 1 });
  await addFault({ method: "sendMessage", effect: "reset", when: "after", count: 1 });
  expect(await develop(t, "repeatCall", { id })).toMatchObject({
    status: 429,
    fault: "1: error 429",
    response: { ok: false, parameters: { retry_after: 3 } },
  });
  expect(await sent()).toEqual(["again"]);
  expect(await develop(t, "repeatCall", { id })).toMatchObject({ status: 200, fault: "2: reset" });
  expect(await develop(t, "repeatCall", { id })).not.toHaveProperty("fault");
  expect(await sent()).toEqual(["again", "again", "again"]);
});
