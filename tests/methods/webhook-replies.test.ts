/** Bot methods in the responses of webhooks are executed, except those without effect (behaviour.md §6). */
import { readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import type { Receiver } from "../support/receiver.ts";
import { engineIndependent, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const JSON_TYPE = { "content-type": "application/json" };

describe.each(engineIndependent())("replies to webhooks on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let team: number;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, team, close } = await startWebhookService(engine));
  });
  afterEach(() => close());

  const { say } = hookedTalk(() => t);
  const last = async () => (await t.as("bob", "getHistory", { chat_id: team, limit: 1 })).messages[0];

  test.each([
    [
      "JSON",
      "application/json",
      (chat: number) => JSON.stringify({ method: "sendMessage", chat_id: chat, text: "reply" }),
    ],
    [
      "urlencoded",
      "application/x-www-form-urlencoded",
      (chat: number) => `method=sendMessage&chat_id=${chat}&text=reply`,
    ],
    [
      "multipart",
      "multipart/form-data; boundary=b",
      (chat: number) =>
        [
          ["method", "sendMessage"],
          ["chat_id", chat],
          ["text", "reply"],
        ]
          .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
          .join("") + "--b--\r\n",
    ],
  ])("a method in the answer is carried out (%s)", async (_name, type, body) => {
    receiver.answer = (_delivery, res) => void res.writeHead(200, { "content-type": type }).end(body(team));
    await t.ok("guard_bot", "setWebhook", { url });
    await say("question");
    await until(async () => (await last()).text === "reply", "the reply");
    expect((await last()).from.username).toBe("guard_bot");
  });

  test("a file without a usable method is removed", async () => {
    const file = `--b\r\nContent-Disposition: form-data; name="document"; filename="list.txt"\r\n\r\nsome text\r\n--b--\r\n`;
    const named = `--b\r\nContent-Disposition: form-data; name="method"\r\n\r\ngetMe\r\n`;
    const bodies = [file, named + file];
    receiver.answer = (_delivery, res) =>
      void res.writeHead(200, { "content-type": "multipart/form-data; boundary=b" }).end(bodies.shift() ?? "");
    await t.ok("guard_bot", "setWebhook", { url });
    // Within a chat, the next delivery begins when the reply to the previous one has been handled.
    for (const text of ["one", "two", "three"]) await say(text);
    await receiver.until(3);
    expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
  });

  test("a reply may contain a file", async () => {
    const body = [
      `--b\r\nContent-Disposition: form-data; name="method"\r\n\r\nsendDocument\r\n`,
      `--b\r\nContent-Disposition: form-data; name="chat_id"\r\n\r\n${team}\r\n`,
      `--b\r\nContent-Disposition: form-data; name="document"; filename="list.txt"\r\n\r\nsome text\r\n--b--\r\n`,
    ].join("");
    receiver.answer = (_delivery, res) =>
      void res.writeHead(200, { "content-type": "multipart/form-data; boundary=b" }).end(body);
    await t.ok("guard_bot", "setWebhook", { url });
    await say("question");
    await until(async () => (await last()).document, "the document");
    const { document, from } = await last();
    expect([from.username, document.file_name, document.file_size]).toEqual(["guard_bot", "list.txt", 9]);
    const forwarded = { chat_id: team, from_chat_id: team, message_id: (await last()).message_id };
    const { file_id } = (await t.ok("guard_bot", "forwardMessage", forwarded)).document;
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id });
    expect((await t.fetch(`/file/bot${t.token("guard_bot")}/${file_path}`)).body).toBe("some text");
  });

  test.each([
    ["setWebhook", { url: "http://127.0.0.1:9/elsewhere" }],
    ["deleteWebhook", {}],
    ["DELETEWEBHOOK", {}],
    ["getUpdates", { allowed_updates: ["callback_query"] }],
  ])("%s in the answer is not carried out", async (method, params) => {
    receiver.answer = (_delivery, res) => void res.writeHead(200, JSON_TYPE).end(JSON.stringify({ method, ...params }));
    await t.ok("guard_bot", "setWebhook", { url });
    const before = await t.ok("guard_bot", "getWebhookInfo");
    // The next update of a chat is not sent before the previous reply has been handled.
    for (const text of ["one", "two", "three"]) await say(text);
    await receiver.until(3);
    expect(receiver.texts()).toEqual(["one", "two", "three"]);
    expect(await t.ok("guard_bot", "getWebhookInfo")).toMatchObject({
      ...before,
      pending_update_count: expect.any(Number),
    });
    expect(await t.ok("guard_bot", "getWebhookInfo")).not.toHaveProperty("allowed_updates");
  });

  test("the next update of a chat waits until the reply is executed", async () => {
    const asked = Promise.withResolvers<ServerResponse>();
    const files = createServer((_req, res) => asked.resolve(res));
    await new Promise<void>((done) => files.listen(0, "127.0.0.1", done));
    const document = `http://127.0.0.1:${(files.address() as AddressInfo).port}/list.txt`;
    receiver.answer = ({ body }, res) => {
      const reply = body.message.text === "one" ? { method: "sendDocument", chat_id: team, document } : {};
      res.writeHead(200, JSON_TYPE).end(JSON.stringify(reply));
    };
    await t.ok("guard_bot", "setWebhook", { url });
    await say("one");
    await say("two");
    const file = await asked.promise;
    // A second delivery would have arrived by now.
    for (let n = 0; n < 5; n++) await last();
    expect(receiver.texts()).toEqual(["one"]);
    file.end("some text");
    await receiver.until(2);
    expect((await last()).document.file_name).toBe("list.txt");
    files.closeAllConnections();
    files.close();
  });
});
