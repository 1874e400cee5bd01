/** Rights are checked before a file is fetched or examined (behaviour.md §1). */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Answer, type Json, type TestService } from "../support/service.ts";
import { storedBlobs } from "../support/maintenance.ts";

describe.each(engineIndependent())("on %s", (engine) => {
  let t: TestService;
  /** What has been fetched from elsewhere. */
  const fetches: string[] = [];
  const elsewhere = createServer((req, res) => {
    fetches.push(req.url!);
    res.end("hang");
  });
  let foreign: number;
  /** A group whose General is closed, and a topic of it that is closed too. */
  let forum: number;
  let closed: number;
  beforeAll(async () => {
    // Examining a file hangs here, so a response without advancing the clock shows that none was examined.
    t = await startWorld(engine, undefined, { media_worker: new URL("./faulty-worker.ts", import.meta.url) });
    elsewhere.listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const chat_id = t.id("Team");
    foreign = (await t.as("bob", "sendMessage", { chat_id, text: "mine" })).message_id;
    await t.ok("guard_bot", "restrictChatMember", {
      chat_id,
      user_id: t.id("carla"),
      permissions: { can_send_messages: true },
    });
    forum = (await t.as("alice", "createChat", { title: "Forum" })).chat.id;
    await t.as("alice", "addMember", { chat_id: forum, user_id: t.id("bob") });
    await t.as("alice", "setForum", { chat_id: forum, is_forum: true });
    closed = (await t.as("alice", "createForumTopic", { chat_id: forum, name: "Over" })).message_thread_id;
    for (const message_thread_id of [1, closed])
      await t.as("alice", "closeForumTopic", { chat_id: forum, message_thread_id });
  });
  afterAll(async () => {
    elsewhere.close();
    await t.stop();
  });

  type Params = Record<string, string | number>;
  type Case = [name: string, who: string, method: string, params: (file: string) => Params, status: number];
  const team = () => t.id("Team");
  const inForum = () => ({ chat_id: forum });
  const album = (file: string) => JSON.stringify([{ type: "photo", media: file }]);
  const CASES: Case[] = [
    ["a chat that is not there", "guard_bot", "sendPhoto", (photo) => ({ chat_id: -1_009_999_999_999, photo }), 404],
    ["a bot outside", "stranger_bot", "sendVideo", (video) => ({ chat_id: team(), video }), 403],
    ["a bot outside", "stranger_bot", "sendMediaGroup", (file) => ({ chat_id: team(), media: album(file) }), 403],
    ["somebody who may only write", "carla", "sendAudio", (audio) => ({ chat_id: team(), audio }), 403],
    ["somebody who may only write", "carla", "sendDocument", (document) => ({ chat_id: team(), document }), 403],
    ["an album likewise", "carla", "sendMediaGroup", (file) => ({ chat_id: team(), media: album(file) }), 403],
    ["a closed topic", "bob", "sendPhoto", (photo) => ({ ...inForum(), message_thread_id: closed, photo }), 400],
    [
      "a topic that is not there",
      "bob",
      "sendAudio",
      (audio) => ({ ...inForum(), message_thread_id: 9999, audio }),
      400,
    ],
    ["General that is closed", "bob", "sendDocument", (document) => ({ ...inForum(), document }), 400],
    ["an album likewise", "bob", "sendMediaGroup", (file) => ({ ...inForum(), media: album(file) }), 400],
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
    expect(await storedBlobs(t)).toEqual(new Set());
  });

  test("parameters are checked before rights", async () => {
    const answer = await send("stranger_bot", "sendVideo", { chat_id: team(), video: "attach://nothing" }, "hang");
    expect(answer.body).toMatchObject({ error_code: 400, description: expect.stringContaining("no file part") });
    const empty = await send("stranger_bot", "sendVideo", { chat_id: team(), video: "attach://part" }, "");
    expect(empty.body).toMatchObject({ error_code: 400, description: "Bad Request: file must be non-empty" });
  });

  test("a repeated call returns the earlier message although the sender has lost the right", async () => {
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
});
