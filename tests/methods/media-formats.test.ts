/** The formats that each kind of media takes, and what its sender says of it (behaviour.md §5). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silence, silentMp3 } from "../kit/media.ts";
import { film, sound } from "../kit/recordings.ts";
import { startWorld, type Answer, type TestService } from "../kit/service.ts";

describe("formats of media", () => {
  let t: TestService;
  const made: Record<string, Buffer<ArrayBuffer>> = {};
  beforeAll(async () => {
    t = await startWorld("memory");
    for (const container of ["mp4", "mov", "webm", "mkv"] as const)
      made[`a film in ${container}`] = await film(container);
    for (const container of ["ogg", "webm"] as const) made[`Opus in ${container}`] = await sound(container, "opus");
    made["Vorbis in ogg"] = await sound("ogg", "vorbis");
    made["AAC in mp4"] = await sound("mp4", "aac");
    made["MP3"] = silentMp3(76);
    made["WAV"] = silence(2);
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
    ["video", "a film in mp4", "video/mp4"],
    ["video", "a film in mov", "video/quicktime"],
    ["video", "a film in webm", "video/webm"],
    ["video", "a film in mkv", "video/matroska"],
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
    ["audio", "a film in mp4"],
    ["voice", "WAV"],
  ])("%s: %s is refused", async (kind, what) => {
    const answer = await send(`send${kind[0]!.toUpperCase()}${kind.slice(1)}`, kind, what);
    expect(answer.body).toMatchObject({ error_code: 400, description: "Bad Request: unsupported file format" });
  });

  test("the sender's measures count, apart from those that no file has", async () => {
    const measured = async (rest: Record<string, string>) => {
      const { width, height, duration } = (await send("sendVideo", "video", "a film in mp4", rest)).body.result.video;
      return [width, height, duration];
    };
    expect(await measured({ width: "32", height: "18", duration: "9" })).toEqual([32, 18, 9]);
    expect(await measured({ width: "-1", height: "0", duration: "99999999999" })).toEqual([320, 180, 2]);
    const media = JSON.stringify([
      { type: "video", media: "attach://v", width: -1, height: 99_999_999_999, duration: -9 },
    ]);
    const [{ video }] = (await send("sendMediaGroup", "v", "a film in mp4", { media })).body.result;
    expect(video).toMatchObject({ width: 320, height: 180, duration: 2 });
  });
});
