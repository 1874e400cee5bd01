/** Uploads and downloads: kinds, sizes, identifiers, albums (interface.md; behaviour.md §5). */
import { createServer } from "node:http";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enginesInTurn, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { silence, silentMp3 } from "../support/media.ts";

describe.each(enginesInTurn())("media on %s", (engine) => {
  let t: TestService;
  let team: number;
  let jpeg: Buffer<ArrayBuffer>;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    jpeg = Buffer.from(
      await sharp({ create: { width: 1500, height: 1000, channels: 3, background: "#3366aa" } })
        .jpeg()
        .withMetadata({ orientation: 6 })
        .toBuffer(),
    );
  });
  afterAll(() => t.stop());

  function form(fields: Record<string, string | Blob>, name = "file.bin"): FormData {
    const data = new FormData();
    data.set("chat_id", String(team));
    for (const [key, value] of Object.entries(fields)) {
      if (typeof value === "string") data.set(key, value);
      else data.set(key, value, name);
    }
    return data;
  }
  const upload = (method: string, fields: Record<string, string | Blob>, name?: string): Promise<Answer> =>
    t.post(`/bot${t.token("guard_bot")}/${method}`, form(fields, name));
  const sent = async (method: string, fields: Record<string, string | Blob>, name?: string): Promise<Json> => {
    const answer = await upload(method, fields, name);
    expect(answer.body).toMatchObject({ ok: true });
    return answer.body.result;
  };
  const temporary = () => readdirSync(join(t.dir, "media", "tmp"));

  test("a photo becomes upright sizes, in ascending order", async () => {
    const { photo, caption } = await sent("sendPhoto", {
      photo: new Blob([jpeg]),
      caption: "*hi*",
      parse_mode: "Markdown",
    });
    expect(photo.map((size: Json) => [size.width, size.height])).toEqual([
      [60, 90],
      [213, 320],
      [533, 800],
      [853, 1280],
    ]);
    expect(caption).toBe("hi");
    const path = (await t.ok("guard_bot", "getFile", { file_id: photo[0].file_id })).file_path;
    const bytes = await (await fetch(`${t.url}/file/bot${t.token("guard_bot")}/${path}`)).arrayBuffer();
    const facts = await sharp(Buffer.from(bytes)).metadata();
    expect([facts.format, facts.exif]).toEqual(["jpeg", undefined]);
    expect(temporary()).toEqual([]);
  });

  test("a document keeps its file name and bytes", async () => {
    const { document } = await sent("sendDocument", { document: new Blob(["some text"]) }, "a b[1],@ü.txt");
    expect(document).toMatchObject({ file_name: "a b[1],@ü.txt", file_size: 9 });
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id: document.file_id });
    const download = (path: string, headers = {}) => t.fetch(`/file/bot${t.token("guard_bot")}/${path}`, { headers });
    expect((await download(file_path)).body).toBe("some text");
    expect((await download(encodeURIComponent(file_path))).body).toBe("some text");
    const range = await download(file_path, { range: "bytes=5-" });
    expect([range.status, range.body, range.headers.get("content-range")]).toEqual([206, "text", "bytes 5-8/9"]);
    expect((await download(file_path, { range: "bytes=-4" })).body).toBe("text");
    expect((await download(file_path, { range: "bytes=99-" })).status).toBe(416);
    for (const path of [
      "../secret.key",
      "%2e%2e%2fsecret.key",
      "document/../../secret.key",
      "document/AAAAAAAAAAAA.txt",
    ]) {
      expect([path, (await download(path)).status]).toEqual([path, 404]);
    }
    expect((await t.fetch(`/file/bot${t.token("echo_bot")}/${file_path}`)).status).toBe(404);
    expect((await t.fetch(`/file/bot1:x/${file_path}`)).status).toBe(401);
  });

  test("a file_id belongs to one bot and one kind", async () => {
    const { photo } = await sent("sendPhoto", { photo: new Blob([jpeg]) });
    const { file_id, file_unique_id } = photo.at(-1);
    const again = await t.ok("guard_bot", "sendPhoto", { chat_id: team, photo: file_id });
    expect(again.photo.at(-1).file_unique_id).toBe(file_unique_id);
    const asDocument = await t.ok("guard_bot", "sendDocument", { chat_id: team, document: file_id });
    expect(asDocument.document.mime_type).toBe("image/jpeg");
    for (const [bot, method, params] of [
      ["echo_bot", "sendPhoto", { photo: file_id }],
      ["guard_bot", "sendVideo", { video: file_id }],
      ["guard_bot", "sendPhoto", { photo: "AAAA" }],
      ["guard_bot", "sendPhoto", { photo: `${file_id.slice(0, -1)}${file_id.endsWith("A") ? "B" : "A"}` }],
    ] as const) {
      const answer = await t.bot(bot, method, { chat_id: "@team", ...params });
      expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining("wrong file identifier")]);
    }
    const seen = (await t.as("bob", "getHistory", { chat_id: team, limit: 1 })).messages[0].document;
    expect(seen.file_unique_id).toBe(asDocument.document.file_unique_id);
    expect(seen.file_id).not.toBe(asDocument.document.file_id);
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}` };
    expect((await t.fetch(`/api/file/document/${seen.file_id}`, { headers: bearer })).status).toBe(200);
    expect((await t.fetch(`/api/file/document/${asDocument.document.file_id}`, { headers: bearer })).status).toBe(404);
  });

  test("the content decides the type, not the file name", async () => {
    const text = new Blob(["no picture at all"]);
    for (const [method, field] of [
      ["sendPhoto", "photo"],
      ["sendVideo", "video"],
      ["sendAudio", "audio"],
      ["sendVoice", "voice"],
      ["sendAnimation", "animation"],
      ["sendVideoNote", "video_note"],
    ] as const) {
      const answer = await upload(method, { [field]: text }, "picture.jpg");
      expect([method, answer.body.description]).toEqual([method, "Bad Request: unsupported file format"]);
    }
    expect((await upload("sendDocument", { document: new Blob([]) })).body.description).toContain(
      "file must be non-empty",
    );
    expect(temporary()).toEqual([]);
  });

  test("audio has a duration; a voice message must be OGG/Opus", async () => {
    const wav = new Blob([silence(2)]);
    expect((await sent("sendAudio", { audio: wav, title: "Quiet", performer: "Nobody" }, "q.wav")).audio).toMatchObject(
      {
        duration: 2,
        title: "Quiet",
        performer: "Nobody",
      },
    );
    expect((await sent("sendAudio", { audio: wav, duration: "7" }, "q.wav")).audio.duration).toBe(7);
    expect((await upload("sendVoice", { voice: wav }, "q.wav")).status).toBe(400);
    const { voice } = await sent("sendVoice", { voice: new Blob([silentMp3(100)]) }, "q.mp3");
    expect(Object.keys(voice)).toEqual(["file_id", "file_unique_id", "duration", "mime_type", "file_size"]);
  });

  test("a file that is too big gets 413 at once, and nothing is kept", async () => {
    const big = new Blob([Buffer.alloc(10 * 1024 * 1024 + 1)]);
    const answer = await upload("sendPhoto", { photo: big });
    expect(answer.body).toMatchObject({ error_code: 413, description: "Request Entity Too Large: file is too big" });
    expect(temporary()).toEqual([]);
  });

  test("an album is sent completely or not at all", async () => {
    const media = JSON.stringify([
      { type: "photo", media: "attach://one", caption: "first" },
      { type: "photo", media: "attach://one" },
    ]);
    const album = await sent("sendMediaGroup", { media, one: new Blob([jpeg]) });
    expect(album).toHaveLength(2);
    expect(album[1].message_id).toBe(album[0].message_id + 1);
    expect(album[0].media_group_id).toBe(album[1].media_group_id);
    expect(typeof album[0].media_group_id).toBe("string");
    const before = (await t.as("bob", "getHistory", { chat_id: team, limit: 1 })).messages[0].message_id;
    const cases: [unknown, string][] = [
      [
        [
          { type: "photo", media: "attach://one" },
          { type: "photo", media: "attach://none" },
        ],
        'there is no file part "none"',
      ],
      [
        [
          { type: "photo", media: "attach://one" },
          { type: "photo", media: "AAAA" },
        ],
        "wrong file identifier",
      ],
      [Array.from({ length: 11 }, () => ({ type: "photo", media: "x" })), "too many messages to send as an album"],
      [[], "there are no messages to send"],
      [[{ type: "photo" }], "media not found"],
      ["[", "can't parse media JSON object"],
      [
        [
          { type: "audio", media: "x" },
          { type: "photo", media: "x" },
        ],
        "type must be photo or video",
      ],
    ];
    for (const [elements, words] of cases) {
      const value = typeof elements === "string" ? elements : JSON.stringify(elements);
      const answer = await upload("sendMediaGroup", { media: value, one: new Blob([jpeg]) });
      expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining(words)]);
    }
    expect((await t.as("bob", "getHistory", { chat_id: team, limit: 1 })).messages[0].message_id).toBe(before);
  });

  test("editing media and captions", async () => {
    const { message_id } = await sent("sendPhoto", { photo: new Blob([jpeg]), caption: "old" });
    const where = { chat_id: team, message_id };
    expect((await t.ok("guard_bot", "editMessageCaption", { ...where, caption: "new" })).caption).toBe("new");
    expect((await t.bot("guard_bot", "editMessageText", { ...where, text: "x" })).status).toBe(400);
    const edited = await sent("editMessageMedia", {
      message_id: String(message_id),
      media: JSON.stringify({ type: "document", media: "attach://doc", caption: "file" }),
      doc: new Blob(["x"]),
    });
    expect(edited).toMatchObject({ message_id, caption: "file", document: { file_size: 1 } });
    expect(edited.photo).toBeUndefined();
  });

  test("a file may come from a URL", async () => {
    const server = createServer((req, res) => {
      if (req.url === "/big") res.end(Buffer.alloc(21 * 1024 * 1024));
      else if (req.url === "/gone") res.writeHead(404).end();
      else res.end("from afar");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { document } = await t.ok("guard_bot", "sendDocument", { chat_id: team, document: `${base}/report.txt` });
    expect(document).toMatchObject({ file_name: "report.txt", file_size: 9 });
    for (const path of ["/big", "/gone"]) {
      const answer = await t.bot("guard_bot", "sendDocument", { chat_id: team, document: base + path });
      expect(answer.body.description).toContain("failed to get HTTP URL content");
    }
    server.closeAllConnections();
    server.close();
    expect(temporary()).toEqual([]);
  });

  test("a chat photo is set and deleted", async () => {
    expect((await upload("setChatPhoto", { photo: new Blob([jpeg]) })).body).toEqual({ ok: true, result: true });
    const info = await t.ok("guard_bot", "getChat", { chat_id: team });
    expect((await t.bot("guard_bot", "getFile", { file_id: info.photo.big_file_id })).status).toBe(200);
    await t.ok("guard_bot", "deleteChatPhoto", { chat_id: team });
    expect((await t.bot("guard_bot", "deleteChatPhoto", { chat_id: team })).status).toBe(400);
  });

  test("media methods accept POST only", async () => {
    const answer = await t.fetch(`/bot${t.token("guard_bot")}/sendPhoto?chat_id=1&photo=x`);
    expect([answer.status, answer.headers.get("allow"), answer.body.ok]).toEqual([405, "POST", false]);
  });

  test("permissions apply by kind of media", async () => {
    await t.ok("guard_bot", "setChatPermissions", {
      chat_id: team,
      permissions: { can_send_photos: true },
      use_independent_chat_permissions: true,
    });
    const bearer = { authorization: `Bearer ${t.accessToken("bob")}` };
    const photo = await t.post("/api/sendPhoto", form({ photo: new Blob([jpeg]) }), bearer);
    expect(photo.status).toBe(200);
    const document = await t.post("/api/sendDocument", form({ document: new Blob(["x"]) }), bearer);
    expect(document.body.reason).toBe("CANT_SEND_DOCUMENTS");
  });
});
