/**
 * Requests as client libraries send them: recorded by tools/record-bodies.ts, or written by hand for libraries of other
 * languages.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readCall } from "heliogram/http/body/read-call.ts";
import type { UploadSink } from "heliogram/media/upload.ts";
import { BOT_METHODS } from "heliogram/methods/bot/index.ts";
import { readFields } from "heliogram/methods/engine/fields.ts";
import { registry } from "heliogram/methods/engine/registry.ts";
import type { Json } from "../support/service.ts";
import { EXPECTED, FILE } from "./corpus-expected.ts";

interface Recorded {
  readonly call: string;
  readonly verb: string;
  readonly path: string;
  readonly type: string;
  /** base64 */
  readonly body: string;
}

const methods = registry(BOT_METHODS);
const FOLDER = new URL("./corpus/", import.meta.url);

/** Keeps uploads in memory by their hash. */
const contents = new Map<string, string>();
const sink: UploadSink = {
  open() {
    const pieces: Buffer[] = [];
    return {
      write: (chunk) => pieces.push(Buffer.from(chunk)) > 0,
      drained: async () => {},
      abort: async () => {},
      async finish() {
        const bytes = Buffer.concat(pieces);
        const sha256 = createHash("sha256").update(bytes).digest("hex");
        contents.set(sha256, bytes.toString());
        return { size: bytes.length, sha256, path: "" };
      },
    };
  },
};

const server = createServer((req, res) => {
  const limits = {
    json_bytes: 1 << 20,
    field_bytes: 1 << 20,
    files: 50,
    files_bytes: 1 << 24,
    file_bytes: () => 1 << 20,
    skipped_bytes: 1 << 20,
  };
  void readCall(req, req.url!.split("?")[1] ?? "", limits, sink).then(({ params, files }) => {
    const found = [...files].map(([part, { file_name, upload }]) => [
      part,
      { file_name, content: contents.get(upload.sha256) },
    ]);
    res.end(JSON.stringify({ params: Object.fromEntries(params), files: Object.fromEntries(found) }));
  });
});
beforeAll(() => new Promise<void>((done) => server.listen(0, "127.0.0.1", done)));
afterAll(() => void server.close());

/** Decodes a request into parameters and files by part. */
function decode({ verb, path, type, body }: Recorded): Promise<{ params: Json; files: Json }> {
  const bytes = Buffer.from(body, "base64");
  const headers = type === "" ? {} : { "content-type": type };
  return new Promise((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const req = request({ port, host: "127.0.0.1", method: verb, path, headers }, (res) => {
      let text = "";
      res.on("data", (chunk: Buffer) => (text += chunk.toString()));
      res.on("end", () => resolve(JSON.parse(text)));
    });
    req.on("error", reject);
    // In pieces, as over a slow connection.
    for (let at = 0; at < bytes.length; at += 41) req.write(bytes.subarray(at, at + 41));
    req.end();
  });
}

/** The file of a parameter: the part of its own name, or the one that it refers to. */
function fileOf(files: Json, name: string, value: unknown): Json {
  return typeof value === "string" && value.startsWith("attach://")
    ? files[value.slice("attach://".length)]
    : files[name];
}

/** A value in the form of the interface: numbers and objects may be text in the request. */
function asMeant(actual: unknown, meant: unknown): unknown {
  if (typeof actual !== "string" || typeof meant === "string") return actual;
  if (typeof meant === "boolean") return /^(true|1)$/i.test(actual);
  return JSON.parse(actual);
}

/** Media with the content of each upload instead of its name. */
function withContents(media: Json, files: Json): Json {
  if (Array.isArray(media)) return media.map((each) => withContents(each, files));
  const name = /^attach:\/\/(.*)$/.exec(media?.media)?.[1];
  return name === undefined ? media : { ...media, media: files[name]?.content };
}

async function check(each: Recorded): Promise<void> {
  const { params, files } = await decode(each);
  const { params: meant, files: uploads = [] } = EXPECTED[each.call]!;
  const found: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(params)) {
    // One library sends the method's name as a parameter too.
    if (uploads.includes(name) || name === "method") continue;
    const read = asMeant(value, meant[name]);
    found[name] = name === "media" ? withContents(read, files) : read;
  }
  expect(found).toEqual(meant);
  for (const name of uploads) {
    const file = fileOf(files, name, params[name]);
    expect(file.content).toBe(FILE);
    expect(file.file_name).toMatch(/b\[1\],@x\.txt$/);
  }
  const method = methods.get(each.call.split(":")[0]!.toLowerCase())!;
  readFields(method.fields, (name) => (files[name] && !params[name] ? `attach://${name}` : params[name]));
}

const recorded = readdirSync(FOLDER).map(
  (name) => [name.replace(".json", ""), JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Recorded[]] as const,
);

/** One library accepts a thumbnail by its path only, the other omits it. */
const WITHOUT_THUMBNAIL = ["node-telegram-bot-api-0", "puregram"];

describe.each(recorded)("%s, recorded", (library, requests) => {
  test("every call", () => {
    const made = new Set(requests.map((each) => each.call));
    const left = Object.keys(EXPECTED).filter((call) => !made.has(call));
    expect(left).toEqual(WITHOUT_THUMBNAIL.includes(library) ? ["sendVideo: a thumbnail"] : []);
  });

  test.each(requests.map((each) => [each.call, each] as const))("%s", (_call, each) => check(each));
});

function part(headers: string, content: string): string {
  return `--boundary\r\n${headers}\r\n\r\n${content}\r\n`;
}

const field = (name: string, content: string, more = "") =>
  part(`Content-Disposition: form-data; name="${name}"${more}`, content);
const typed = (name: string, content: string) =>
  part(`Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name="${name}"`, content);
const FORM = "multipart/form-data; boundary=boundary";
const pairs = (params: Record<string, string>) => new URLSearchParams(params).toString();
const sendParams = {
  chat_id: "5",
  text: "grüße & 😀",
  reply_markup: '{"inline_keyboard":[[{"text":"Press","callback_data":"pressed"}]]}',
  disable_notification: "True",
};

/** Requests of libraries in other languages: library, call, verb, query, type, body. */
const WRITTEN: readonly (readonly [string, string, string, string, string, string])[] = [
  ["python-telegram-bot 13", "sendMessage", "POST", "", "application/json", JSON.stringify(sendParams)],
  ["python-telegram-bot 22", "sendMessage", "POST", "", "application/x-www-form-urlencoded", pairs(sendParams)],
  ["python-telegram-bot 22", "getMe", "POST", "", "", ""],
  ["telebot", "getMe", "POST", "", "application/json", "null"],
  [
    "telebot",
    "sendDocument",
    "POST",
    "",
    FORM,
    `${field("document", FILE, '; filename="b[1],@x.txt"')}${field("chat_id", "5")}${field("caption", "grüße")}--boundary--\r\n`,
  ],
  ["pyTelegramBotAPI", "sendMessage", "POST", `?${pairs(sendParams)}`, "", ""],
  [
    "pyTelegramBotAPI",
    "sendDocument",
    "POST",
    `?${pairs({ chat_id: "5", caption: "grüße" })}`,
    FORM,
    `${field("document", FILE, '; filename="b[1],@x.txt"')}--boundary--\r\n`,
  ],
  [
    "aiogram",
    "sendDocument",
    "POST",
    "",
    FORM,
    `${typed("chat_id", "5")}${typed("caption", "grüße")}${typed("document", "attach://f1")}${field("f1", FILE, '; filename="b%5B1%5D,@x.txt"').replace("%5B1%5D", "[1]")}--boundary--\r\n`,
  ],
];

describe.each(WRITTEN)("%s, written by hand", (_library, call, verb, query, type, body) => {
  test(`${call} ${verb}`, async () => {
    await check({ call, verb, path: `/botTOKEN/${call}${query}`, type, body: Buffer.from(body).toString("base64") });
  });
});
