/** Who may not send a file does not have it fetched or read (behaviour.md §1). */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, startWorld, type Answer, type Json, type TestService } from "../kit/service.ts";

describe.each(engines())("on %s", (engine) => {
  let t: TestService;
  /** What has been fetched from elsewhere. */
  const fetches: string[] = [];
  const elsewhere = createServer((req, res) => {
    fetches.push(req.url!);
    res.end("hang");
  });
  let foreign: number;
  beforeAll(async () => {
    // Whatever is read hangs: an answer without a turn of the clock shows that nothing was.
    t = await startWorld(engine, undefined, { media_worker: new URL("./odd-worker.ts", import.meta.url) });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const chat_id = t.id("Team");
    foreign = (await t.as("bob", "sendMessage", { chat_id, text: "mine" })).message_id;
    await t.ok("guard_bot", "restrictChatMember", {
      chat_id,
      user_id: t.id("carla"),
      permissions: { can_send_messages: true },
    });
  });
  afterAll(async () => {
    elsewhere.close();
    await t.stop();
  });

  type Params = Record<string, string | number>;
  type Case = [name: string, who: string, method: string, params: (file: string) => Params, status: number];
  const team = () => t.id("Team");
  const album = (file: string) => JSON.stringify([{ type: "photo", media: file }]);
  const CASES: Case[] = [
    ["a chat that is not there", "guard_bot", "sendPhoto", (photo) => ({ chat_id: -1_009_999_999_999, photo }), 404],
    ["a bot outside", "stranger_bot", "sendVideo", (video) => ({ chat_id: team(), video }), 403],
    ["a bot outside", "stranger_bot", "sendMediaGroup", (file) => ({ chat_id: team(), media: album(file) }), 403],
    ["somebody who may only write", "carla", "sendAudio", (audio) => ({ chat_id: team(), audio }), 403],
    ["somebody who may only write", "carla", "sendDocument", (document) => ({ chat_id: team(), document }), 403],
    ["an album likewise", "carla", "sendMediaGroup", (file) => ({ chat_id: team(), media: album(file) }), 403],
    ["a member without the right", "echo_bot", "setChatPhoto", (photo) => ({ chat_id: team(), photo }), 403],
    [
      "another's message",
      "guard_bot",
      "editMessageMedia",
      (media) => ({ chat_id: team(), message_id: foreign, media: JSON.stringify({ type: "photo", media }) }),
      403,
    ],
    ["another's bot", "bob", "setProfilePhoto", (photo) => ({ bot_id: t.id("echo_bot"), photo }), 404],
  ];

  function send(who: string, method: string, params: Params, file?: string): Promise<Answer> {
    const form = new FormData();
    for (const [name, value] of Object.entries(params)) form.set(name, String(value));
    if (file !== undefined) form.set("part", new Blob([file]), "file");
    return who.endsWith("_bot") ? t.post(`/bot${t.token(who)}/${method}`, form) : t.person(who, method, form);
  }

  test.each(CASES)("%s: %s calls %s", async (_name, who, method, params, status) => {
    const uploaded = await send(who, method, params("attach://part"), "hang");
    expect(uploaded.body).toMatchObject({ ok: false, error_code: status });
    const fetched = await send(
      who,
      method,
      params(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/file`),
    );
    expect(fetched.body).toMatchObject({ ok: false, error_code: status });
    expect(fetches).toEqual([]);
    expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
    expect(blobs()).toEqual([]);
  });

  test("parameters are looked at before rights", async () => {
    const answer = await send("stranger_bot", "sendVideo", { chat_id: team(), video: "attach://nothing" }, "hang");
    expect(answer.body).toMatchObject({ error_code: 400, description: expect.stringContaining("no file part") });
    const empty = await send("stranger_bot", "sendVideo", { chat_id: team(), video: "attach://part" }, "");
    expect(empty.body).toMatchObject({ error_code: 400, description: "Bad Request: file must be non-empty" });
  });

  test("what was sent before is shown again to somebody who may not send it any more", async () => {
    const key = { "idempotency-key": "photo-of-bob", authorization: `Bearer ${t.accessToken("bob")}` };
    const post = (): Promise<Answer> => {
      const form = new FormData();
      form.set("chat_id", String(team()));
      form.set("document", new Blob(["anything"]), "file");
      return t.post("/api/sendDocument", form, key);
    };
    const first: Json = (await post()).body.result;
    const permissions = { can_send_messages: true };
    await t.ok("guard_bot", "restrictChatMember", { chat_id: team(), user_id: t.id("bob"), permissions });
    expect((await post()).body.result.message_id).toBe(first.message_id);
  });

  const blobs = () => readdirSync(join(t.dir, "media", "blobs"));
});
