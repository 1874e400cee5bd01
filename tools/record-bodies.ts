/** Records how real bot libraries write their requests, for tests/http/corpus.test.ts. Run: `node tools/record-bodies.ts` */
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";

/** One request as it came over the wire; boundaries are random, so they are given one name. */
interface Recorded {
  readonly call: string;
  readonly verb: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

type Call = (method: string, run: () => Promise<unknown>) => Promise<void>;

const require = createRequire(new URL("../tests/package.json", import.meta.url));
const load = async (name: string) => (await import(require.resolve(name))) as Record<string, never>;
const TOKEN = "1:TOKEN";
const FILE = Buffer.from("content of the file");
const NAME = "ä b[1],@x.txt";
const MARKUP = { inline_keyboard: [[{ text: "Press", callback_data: "pressed" }]] };
const PERMISSIONS = { can_send_messages: true, can_send_polls: false };

let heard: { readonly req: IncomingMessage; readonly body: Buffer }[] = [];
const server = createServer((req, res) => {
  const chunks: Buffer[] = [];
  req.on("data", (chunk: Buffer) => chunks.push(chunk));
  req.on("end", () => {
    heard.push({ req, body: Buffer.concat(chunks) });
    const chat = { id: 5, type: "private", first_name: "A" };
    const result = /updates/i.test(req.url!)
      ? []
      : { message_id: 1, date: 1, chat, id: 1, is_bot: true, first_name: "B", username: "b_bot" };
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ ok: true, result }));
  });
});
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function nameBoundary(type: string, body: Buffer): { type: string; body: Buffer } {
  const boundary = /boundary="?([^";]+)/.exec(type)?.[1];
  if (boundary === undefined) return { type, body };
  const text = body.toString("latin1").replaceAll(boundary, "boundary");
  return { type: type.replace(boundary, "boundary"), body: Buffer.from(text, "latin1") };
}

async function record(library: string, play: (call: Call) => Promise<void>): Promise<void> {
  const recorded: Recorded[] = [];
  await play(async (call, run) => {
    heard = [];
    const limit = new Promise((_, reject) => setTimeout(() => reject(new Error("no request")), 3000));
    try {
      await Promise.race([run(), limit]);
    } catch (error) {
      process.stderr.write(`${library} ${call}: ${(error as Error).message}\n`);
    }
    const [first] = heard;
    if (!first) return;
    const { type, body } = nameBoundary(first.req.headers["content-type"] ?? "", first.body);
    const path = first.req.url!.replace(/bot[^/]+/, "botTOKEN");
    recorded.push({ call, verb: first.req.method!, path, type, body: body.toString("base64") });
  });
  const file = new URL(`../tests/http/corpus/${library}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify(recorded, null, 2)}\n`);
  process.stdout.write(`${library}: ${recorded.length} requests\n`);
}

// oxlint-disable-next-line no-explicit-any -- every library has types of its own; here only the wire counts
type Any = any;

await record("grammy", async (call) => {
  const { Api, InputFile } = (await load("grammy")) as Record<string, Any>;
  const api = new Api(TOKEN, { apiRoot: base });
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage(5, "grüße & 😀", { reply_markup: MARKUP, disable_notification: true }),
  );
  await call("sendDocument", () => api.sendDocument(5, new InputFile(FILE, NAME), { caption: "grüße" }));
  await call("sendMediaGroup", () =>
    api.sendMediaGroup(
      5,
      [1, 2].map(() => ({ type: "photo", media: new InputFile(FILE, NAME) })),
    ),
  );
  await call("setChatPermissions", () => api.setChatPermissions(5, PERMISSIONS));
  await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: ["message"] }));
});

await record("telegraf", async (call) => {
  const { Telegram } = (await load("telegraf")) as Record<string, Any>;
  const api = new Telegram(TOKEN, { apiRoot: base });
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage(5, "grüße & 😀", { reply_markup: MARKUP, disable_notification: true }),
  );
  await call("setChatPermissions", () => api.setChatPermissions(5, PERMISSIONS));
  await call("getUpdates", () => api.callApi("getUpdates", { offset: 7, timeout: 0, allowed_updates: ["message"] }));
});

await record("node-telegram-bot-api", async (call) => {
  const { Api, InputFile } = (await load("node-telegram-bot-api")) as Record<string, Any>;
  const api = new Api(TOKEN, { apiRoot: base });
  const file = () => new InputFile(FILE, { filename: NAME });
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage({ chat_id: 5, text: "grüße & 😀", reply_markup: MARKUP, disable_notification: true }),
  );
  await call("sendDocument", () => api.sendDocument({ chat_id: 5, document: file(), caption: "grüße" }));
  await call("sendMediaGroup", () =>
    api.sendMediaGroup({ chat_id: 5, media: [1, 2].map(() => ({ type: "photo", media: file() })) }),
  );
  await call("setChatPermissions", () => api.setChatPermissions({ chat_id: 5, permissions: PERMISSIONS }));
  await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: ["message"] }));
});

await record("node-telegram-bot-api-0", async (call) => {
  const exported = (await load("node-telegram-bot-api-0")) as Record<string, Any>;
  const api = new exported.default(TOKEN, { baseApiUrl: base });
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage(5, "grüße & 😀", { reply_markup: MARKUP, disable_notification: true }),
  );
  await call("sendDocument", () =>
    api.sendDocument(5, FILE, { caption: "grüße" }, { filename: NAME, contentType: "text/plain" }),
  );
  await call("sendMediaGroup", () =>
    api.sendMediaGroup(
      5,
      [1, 2].map(() => ({ type: "photo", media: FILE })),
    ),
  );
  await call("setChatPermissions", () => api.setChatPermissions(5, JSON.stringify(PERMISSIONS)));
  await call("getUpdates", () =>
    api.getUpdates({ offset: 7, timeout: 0, allowed_updates: JSON.stringify(["message"]) }),
  );
});

await record("gramio", async (call) => {
  const { Bot, MediaUpload } = (await load("gramio")) as Record<string, Any>;
  const { api } = new Bot(TOKEN, { api: { baseURL: `${base}/bot` } });
  const file = () => MediaUpload.buffer(FILE, NAME);
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage({ chat_id: 5, text: "grüße & 😀", reply_markup: MARKUP, disable_notification: true }),
  );
  await call("sendDocument", () => api.sendDocument({ chat_id: 5, document: file(), caption: "grüße" }));
  await call("sendMediaGroup", () =>
    api.sendMediaGroup({ chat_id: 5, media: [1, 2].map(() => ({ type: "photo", media: file() })) }),
  );
  await call("setChatPermissions", () => api.setChatPermissions({ chat_id: 5, permissions: PERMISSIONS }));
  await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: ["message"] }));
});

await record("puregram", async (call) => {
  const { MediaSource, Telegram } = (await load("puregram")) as Record<string, Any>;
  const { api } = Telegram.fromToken(TOKEN, { apiBaseUrl: `${base}/bot` });
  const file = () => MediaSource.buffer(FILE, { filename: NAME });
  await call("getMe", () => api.getMe());
  await call("sendMessage", () =>
    api.sendMessage({ chat_id: 5, text: "grüße & 😀", reply_markup: MARKUP, disable_notification: true }),
  );
  await call("sendDocument", () => api.sendDocument({ chat_id: 5, document: file(), caption: "grüße" }));
  await call("sendMediaGroup", () =>
    api.sendMediaGroup({ chat_id: 5, media: [1, 2].map(() => ({ type: "photo", media: file() })) }),
  );
  await call("setChatPermissions", () => api.setChatPermissions({ chat_id: 5, permissions: PERMISSIONS }));
  await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: ["message"] }));
});

process.exit();
