/** The waveform of a voice message: a person's client sends it, and other people get it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { silentMp3 } from "../support/media.ts";

describe.each(engineIndependent())("waveforms on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  const speak = (path: string, waveform?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
    const form = new FormData();
    form.set("chat_id", String(team));
    form.set("voice", new Blob([silentMp3(80)]), "voice.mp3");
    if (waveform !== undefined) form.set("waveform", JSON.stringify(waveform));
    return t.post(path, form, headers);
  };
  const byBob = (waveform?: unknown) =>
    speak("/api/sendVoice", waveform, { authorization: `Bearer ${t.accessToken("bob")}` });
  const heard = async (message_id: number): Promise<Json> => {
    const { messages } = await t.as("carla", "getHistory", { chat_id: team, around: message_id, limit: 1 });
    return messages[0].voice;
  };

  test("people get it, bots do not, and forwards keep it", async () => {
    const peaks = Array.from({ length: 100 }, (_, i) => i % 32);
    const { voice, message_id } = (await byBob(peaks)).body.result;
    expect(voice).toMatchObject({ duration: 2, waveform: peaks });
    expect((await heard(message_id)).waveform).toEqual(peaks);
    const got = (await t.updates("guard_bot")).find((update) => update.message?.message_id === message_id);
    expect(got.message.voice).toMatchObject({ duration: 2 });
    expect(got.message.voice).not.toHaveProperty("waveform");
    const own = { chat_id: team, voice: voice.file_id };
    expect((await t.as("bob", "sendVoice", own)).voice.waveform).toEqual(peaks);
    const again = await t.ok("guard_bot", "sendVoice", { chat_id: team, voice: got.message.voice.file_id });
    expect(again.voice).not.toHaveProperty("waveform");
    expect((await heard(again.message_id)).waveform).toEqual(peaks);
  });

  test("it is absent without peaks, and optional for bots", async () => {
    expect((await byBob()).body.result.voice).not.toHaveProperty("waveform");
    expect((await byBob([])).body.result.voice).not.toHaveProperty("waveform");
    const { message_id } = (await speak(`/bot${t.token("guard_bot")}/sendVoice`)).body.result;
    expect(await heard(message_id)).not.toHaveProperty("waveform");
  });

  test.each([
    [[32], "invalid waveform: every peak is a number from 0 to 31"],
    [[-1], "invalid waveform: every peak is a number from 0 to 31"],
    [["high"], "invalid waveform[0]: a whole number is expected"],
    [Array.from({ length: 129 }, () => 1), "too many waveform specified: at most 128 are allowed"],
    ["high", "can't parse waveform: a JSON array is expected"],
  ])("peaks that are none: %j", async (waveform, sentence) => {
    expect((await byBob(waveform)).body).toMatchObject({ error_code: 400, description: `Bad Request: ${sentence}` });
  });
});
