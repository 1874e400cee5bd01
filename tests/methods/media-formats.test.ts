/** The formats that each kind of media accepts, and the sender's properties (behaviour.md §5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { animatedPicture, drawPicture, silence, silentMp3 } from "../support/media.ts";
import { video, audio } from "../support/recordings.ts";
import { startWorld, type Answer, type TestService } from "../support/service.ts";

describe("formats of media", () => {
  let t: TestService;
  const made: Record<string, Buffer<ArrayBuffer>> = {};
  beforeAll(async () => {
    t = await startWorld("memory");
    for (const container of ["mp4", "mov", "webm", "mkv"] as const)
      made[`a video in ${container}`] = await video(container);
    for (const container of ["ogg", "webm"] as const) made[`Opus in ${container}`] = await audio(container, "opus");
    made["Vorbis in ogg"] = await audio("ogg", "vorbis");
    made["AAC in mp4"] = await audio("mp4", "aac");
    made["MP3"] = silentMp3(76);
    made["WAV"] = silence(2);
    made["a square video"] = await video("mp4", { height: 320 });
    made["a video with a cover"] = await video("mp4", { cover: await drawPicture(400, 200, "teal") });
    made["a video with a broken cover"] = await video("mp4", { cover: Buffer.from("no picture") });
    made["an animated WebP"] = await animatedPicture("webp");
    made["a GIF"] = await animatedPicture("gif");
    made["a still WebP"] = await drawPicture(40, 30, "teal", "webp");
  });
  afterAll(() => t.stop());

  function send(method: string, field: string, what: string, rest: Record<string, string> = {}): Promise<Answer> {
    const form = new FormData();
    form.set("chat_id", String(t.id("Team")));
    for (const [name, value] of Object.entries(rest)) form.set(name, value);
    form.set(field, new Blob([made[what]!]), "file.bin");
    return t.post(`/bot${t.token("guard_bot")}/${method}`, form);
  }

  test.each<[string, string, string]>([
    ["video", "a video in mp4", "video/mp4"],
    ["video", "a video in mov", "video/quicktime"],
    ["video", "a video in webm", "video/webm"],
    ["video", "a video in mkv", "video/matroska"],
    ["audio", "MP3", "audio/mpeg"],
    ["audio", "AAC in mp4", "audio/mp4"],
    ["audio", "Opus in ogg", "audio/ogg"],
    ["audio", "WAV", "audio/wav"],
    ["voice", "Opus in ogg", "audio/ogg"],
    ["voice", "Vorbis in ogg", "audio/ogg"],
    ["voice", "Opus in webm", "audio/webm"],
    ["voice", "AAC in mp4", "audio/mp4"],
    ["voice", "MP3", "audio/mpeg"],
    ["document", "Opus in ogg", "audio/ogg"],
  ])("%s: %s is %s", async (kind, what, mime_type) => {
    const answer = await send(`send${kind[0]!.toUpperCase()}${kind.slice(1)}`, kind, what);
    const measures = { video: { duration: 2, width: 320, height: 180 }, document: {} }[kind] ?? { duration: 2 };
    expect(answer.body.result?.[kind] ?? answer.body).toMatchObject({ mime_type, ...measures });
  });

  test.each([
    ["video", "Opus in webm"],
    ["audio", "a video in mp4"],
    ["voice", "WAV"],
  ])("%s: %s is refused", async (kind, what) => {
    const answer = await send(`send${kind[0]!.toUpperCase()}${kind.slice(1)}`, kind, what);
    expect(answer.body).toMatchObject({ error_code: 400, description: "Bad Request: unsupported file format" });
  });

  test("the sender's dimensions are used, except impossible ones", async () => {
    const measured = async (rest: Record<string, string>) => {
      const { width, height, duration } = (await send("sendVideo", "video", "a video in mp4", rest)).body.result.video;
      return [width, height, duration];
    };
    expect(await measured({ width: "32", height: "18", duration: "9" })).toEqual([32, 18, 9]);
    expect(await measured({ width: "-1", height: "0", duration: "99999999999" })).toEqual([320, 180, 2]);
    const media = JSON.stringify([
      { type: "video", media: "attach://v", width: -1, height: 99_999_999_999, duration: -9 },
    ]);
    const [{ video }] = (await send("sendMediaGroup", "v", "a video in mp4", { media })).body.result;
    expect(video).toMatchObject({ width: 320, height: 180, duration: 2 });
  });

  test("a video note that is not square is a video", async () => {
    const oblong = (await send("sendVideoNote", "video_note", "a video in mp4", { length: "240" })).body.result;
    expect(oblong).not.toHaveProperty("video_note");
    expect(oblong.video).toMatchObject({ width: 320, height: 180, duration: 2 });
    const square = (await send("sendVideoNote", "video_note", "a square video")).body.result;
    expect(square.video_note).toMatchObject({ length: 320, duration: 2 });
  });

  test("a cover within a video is its thumbnail", async () => {
    const { thumbnail } = (await send("sendVideo", "video", "a video with a cover")).body.result.video;
    expect(thumbnail).toMatchObject({ width: 320, height: 160 });
    for (const what of ["a video in mp4", "a video with a broken cover"])
      expect((await send("sendVideo", "video", what)).body.result.video).not.toHaveProperty("thumbnail");
  });

  test.each(["sendPhoto", "sendAnimation"])("%s: an animated WebP stays animated", async (method) => {
    const field = method === "sendPhoto" ? "photo" : "animation";
    const { result } = (await send(method, field, "an animated WebP", { caption: "moves", has_spoiler: "true" })).body;
    expect(result).not.toHaveProperty("photo");
    expect(result).toMatchObject({
      caption: "moves",
      has_media_spoiler: true,
      animation: {
        width: 40,
        height: 30,
        duration: 2,
        mime_type: "image/webp",
        file_size: made["an animated WebP"]!.length,
        thumbnail: { width: 40, height: 30 },
      },
    });
    const { file_path } = await t.ok("guard_bot", "getFile", { file_id: result.animation.file_id });
    const file = await fetch(`${t.url}/file/bot${t.token("guard_bot")}/${file_path}`);
    expect(made["an animated WebP"]!.equals(new Uint8Array(await file.arrayBuffer()))).toBe(true);
  });

  test("a still WebP is a photo and no animation, and a GIF may be both", async () => {
    expect((await send("sendPhoto", "photo", "a still WebP")).body.result.photo).toHaveLength(1);
    expect((await send("sendAnimation", "animation", "a still WebP")).body.description).toBe(
      "Bad Request: unsupported file format",
    );
    expect((await send("sendPhoto", "photo", "a GIF")).body.result.photo).toHaveLength(1);
    expect((await send("sendAnimation", "animation", "a GIF")).body.result.animation).toMatchObject({
      width: 40,
      height: 30,
      duration: 2,
    });
  });

  test("an animated WebP cannot be in an album, and as the photo of a chat it is its first picture", async () => {
    const media = JSON.stringify([{ type: "photo", media: "attach://p" }]);
    const answer = await send("sendMediaGroup", "p", "an animated WebP", { media });
    expect([answer.status, answer.body.description]).toEqual([
      400,
      "Bad Request: an animated picture can't be sent in a group",
    ]);
    expect((await send("setChatPhoto", "photo", "an animated WebP")).body.result).toBe(true);
    const { message_id } = (await send("sendPhoto", "photo", "a still WebP")).body.result;
    const edited = { message_id: String(message_id), media: JSON.stringify({ type: "photo", media: "attach://p" }) };
    const { result } = (await send("editMessageMedia", "p", "an animated WebP", edited)).body;
    expect(result.animation).toMatchObject({ mime_type: "image/webp", duration: 2 });
  });
});
