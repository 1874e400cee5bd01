/** Administration of the service by owners: chats, bots, invitations, storage. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawPicture } from "../support/media.ts";
import { enginesInTurn, START_S, startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const WEEK_S = 7 * 86_400;

describe.each(enginesInTurn())("administration of the service on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const now_s = () => Math.floor(t.clock.now() / 1000);
  const botCall = (username: string, method: string) => t.bot(username, method);
  const operate = (command: string, username: string): Promise<Json> => t.operate(command, { username });
  const listedBot = async (username: string): Promise<Json> =>
    (await t.as("alice", "listAllBots", { query: `@${username}` })).bots[0];

  test("all groups and channels are listed, without messages", async () => {
    await t.as("carla", "createChat", { title: "Carla's own" });
    await t.as("bob", "openChat", { user_id: t.id("carla") });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "a secret of the team" });
    const { chats } = await t.as("alice", "listAllChats");
    expect(chats.map((each: Json) => [each.title, each.type, each.creator.username])).toEqual([
      ["Team", "supergroup", "alice"],
      ["News", "channel", "alice"],
      ["Private", "supergroup", "alice"],
      ["Carla's own", "supergroup", "carla"],
    ]);
    expect(chats[0]).toEqual({
      id: t.id("Team"),
      type: "supergroup",
      title: "Team",
      username: "team",
      member_count: 5,
      creator: { id: t.id("alice"), is_bot: false, first_name: "Alice", username: "alice" },
      created_at: START_S,
      last_message_date: now_s(),
      is_abandoned: false,
    });
    expect(JSON.stringify(chats)).not.toContain("secret");
    const titles = async (params: object) =>
      (await t.as("alice", "listAllChats", params)).chats.map((each: Json) => each.title);
    expect(await titles({ query: "tea" })).toEqual(["Team"]);
    expect(await titles({ limit: 1, after: t.id("Team") })).toEqual(["News"]);
    expect((await t.person("alice", "getHistory", { chat_id: chats[3].id })).status).toBe(403);
  });

  test("all bots are listed, with owner and webhook state", async () => {
    await t.ok("stranger_bot", "setWebhook", { url: "http://127.0.0.1:9/secret-path" });
    const { bots } = await t.as("alice", "listAllBots");
    expect(bots.map((each: Json) => [each.user.username, each.owner?.username, each.has_webhook])).toEqual([
      ["echo_bot", "alice", false],
      ["guard_bot", "alice", false],
      ["stranger_bot", undefined, true],
    ]);
    expect(JSON.stringify(bots)).not.toContain("secret-path");
    await t.ok("stranger_bot", "deleteWebhook");
    await t.as("alice", "sendMessage", { chat_id: t.id("echo_bot"), text: "one" });
    expect(await listedBot("echo_bot")).toMatchObject({ pending_update_count: 1, created_at: START_S });
    expect((await t.as("alice", "listAllBots", { owner_id: t.id("bob") })).bots).toEqual([]);
    await t.updates("echo_bot");
  });

  test("a suspended bot gets 401 and no updates, and continues after the restoration", async () => {
    const [bot_id, team] = [t.id("guard_bot"), t.id("Team")];
    await t.updates("guard_bot");
    const poll = t.bot("guard_bot", "getUpdates", { timeout: 50 });
    await t.waiting(1);
    expect(await t.as("alice", "suspendBot", { bot_id })).toMatchObject({ suspended_at: now_s() });
    expect((await poll).status).toBe(401);
    for (const method of ["getMe", "getUpdates", "getWebhookInfo"])
      expect((await botCall("guard_bot", method)).status).toBe(401);
    await t.as("bob", "sendMessage", { chat_id: team, text: "nobody hears this" });
    expect((await t.person("alice", "sendMessage", { chat_id: bot_id, text: "x" })).body.reason).toBe(
      "USER_DEACTIVATED",
    );
    expect((await t.as("bob", "search", { query: "guard" })).users).toEqual([]);
    const own = async () =>
      (await t.as("alice", "listBots")).bots.find((each: Json) => each.user.id === bot_id).suspended;
    expect(await own()).toBe(true);
    const shown = await t.as("alice", "restoreBot", { bot_id });
    expect(shown).toMatchObject({ user: { id: bot_id }, pending_update_count: 0 });
    expect(shown.suspended_at).toBeUndefined();
    expect(await own()).toBeUndefined();
    await t.as("bob", "sendMessage", { chat_id: team, text: "now again" });
    expect((await t.updates("guard_bot")).map((each) => each.message.text)).toEqual(["now again"]);
    expect((await t.as("bob", "listMembers", { chat_id: team })).map((each: Json) => each.user.id)).toContain(bot_id);
  });

  test("a suspended bot's files and webhook are suspended too", async () => {
    const bot_id = t.id("stranger_bot");
    const answers: number[] = [];
    let heard = () => {};
    const receiver = createServer((_req, res) => {
      res.statusCode = answers.length === 0 ? 500 : 200;
      answers.push(res.statusCode);
      res.end();
      heard();
    });
    await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
    const attempt = () => new Promise<void>((done) => (heard = done));
    const data = new FormData();
    await t.as("dave", "startBot", { user_id: bot_id });
    data.set("chat_id", String(t.id("dave")));
    data.set("document", new Blob(["of the bot"]), "a.txt");
    const { body } = await t.post(`/bot${t.token("stranger_bot")}/sendDocument`, data);
    const { file_path } = await t.ok("stranger_bot", "getFile", { file_id: body.result.document.file_id });
    const fetchFile = () => t.fetch(`/file/bot${t.token("stranger_bot")}/${file_path}`);
    expect((await fetchFile()).status).toBe(200);
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    await t.ok("stranger_bot", "setWebhook", { url, drop_pending_updates: true });
    const failed = attempt();
    await t.as("dave", "sendMessage", { chat_id: bot_id, text: "to the webhook" });
    await failed;
    const failure = async () => (await listedBot("stranger_bot")).last_error_message;
    await until(failure, "an error of the webhook");
    expect(await operate("bot suspend", "stranger_bot")).toMatchObject({ suspended: true });
    expect((await fetchFile()).status).toBe(401);
    // Neither the next retry nor a restart, which starts all webhooks, delivers the update.
    t.clock.advance(3_600_000);
    await t.restart();
    t.clock.advance(3_600_000);
    for (let i = 0; i < 10; i++) await t.fetch("/healthz");
    expect(answers).toEqual([500]);
    const delivered = attempt();
    expect(await operate("bot restore", "stranger_bot")).toMatchObject({ suspended: false });
    await delivered;
    expect(answers).toEqual([500, 200]);
    expect((await fetchFile()).status).toBe(200);
    await t.ok("stranger_bot", "deleteWebhook");
    receiver.closeAllConnections();
    await new Promise((done) => receiver.close(done));
  });

  test("the owner of a suspended bot can edit and delete it, and it counts against the limit", async () => {
    const made = await t.as("bob", "createBot", { name: "Bobby", username: "bobby_bot" });
    const bot_id = made.bot.user.id;
    await t.as("alice", "suspendBot", { bot_id });
    expect(await t.as("bob", "editBot", { bot_id, name: "Robert" })).toMatchObject({ suspended: true });
    const { token } = await t.as("bob", "regenerateBotToken", { bot_id });
    expect((await t.post(`/bot${token}/getMe`, {})).status).toBe(401);
    await t.as("bob", "deleteBot", { bot_id });
    expect((await t.person("alice", "restoreBot", { bot_id })).body.reason).toBe("BOT_NOT_FOUND");
    expect((await t.as("alice", "listAllBots", { query: "bobby" })).bots).toEqual([]);
  });

  test("invitations: open, used, taken back, expired", async () => {
    const codes: string[] = [];
    for (let i = 0; i < 3; i++) codes.push((await t.as("alice", "createInvitation")).code);
    const signUp = (code: string, username: string) =>
      t.post("/api/signUp", { invitation: code, first_name: username, username, password: "correct horse" });
    const list = async (): Promise<Json[]> => (await t.as("alice", "listInvitations", { limit: 3 })).invitations;
    const [newest, middle, oldest] = await list();
    expect(newest).toEqual({
      id: expect.any(Number),
      created_by: { id: t.id("alice"), is_bot: false, first_name: "Alice", username: "alice" },
      makes_owner: false,
      created_at: now_s(),
      expires_at: now_s() + WEEK_S,
      state: "open",
      max_uses: 1,
      use_count: 0,
      uses: [],
      chats: [],
    });
    const both = await Promise.all([signUp(codes[0]!, "first"), signUp(codes[0]!, "second")]);
    expect(both.map((each) => each.status).sort()).toEqual([200, 403]);
    expect(await t.as("alice", "revokeInvitation", { invitation_id: middle.id })).toBe(true);
    expect((await signUp(codes[1]!, "third")).body.reason).toBe("INVITATION_INVALID");
    for (const invitation_id of [oldest.id, middle.id])
      expect((await t.person("alice", "revokeInvitation", { invitation_id })).body.reason).toBe("INVITATION_NOT_FOUND");
    t.clock.advance(WEEK_S * 1000);
    expect((await signUp(codes[2]!, "fourth")).body.reason).toBe("INVITATION_INVALID");
    expect((await list()).map((each) => [each.id, each.state])).toEqual([
      [newest.id, "expired"],
      [middle.id, "revoked"],
      [oldest.id, "used"],
    ]);
    expect((await list())[2]).toMatchObject({
      use_count: 1,
      uses: [{ used_at: expect.any(Number), user: { is_bot: false } }],
    });
    expect((await t.as("alice", "listInvitations", { before: newest.id, limit: 1 })).invitations[0].id).toBe(middle.id);
    expect(JSON.stringify(await list())).not.toContain(codes[0]);
  });
});

describe.each(enginesInTurn())("storage on %s", (engine) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld(engine);
  });
  afterAll(() => t.stop());

  const send = async (method: string, part: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    const data = new FormData();
    data.set("chat_id", String(t.id("Team")));
    data.set(part, new Blob([bytes]), "file.bin");
    expect((await t.post(`/bot${t.token("guard_bot")}/${method}`, data)).status).toBe(200);
  };

  test("is measured by kind of file, at most once a minute", async () => {
    const empty = await t.as("alice", "getStorageUse");
    expect(empty).toEqual({
      measured_at: START_S,
      database_bytes: expect.any(Number),
      files: { count: 0, bytes: 0, kinds: [] },
      temporary: { count: 0, bytes: 0 },
      disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    });
    expect(empty.database_bytes).toBeGreaterThan(10_000);
    expect(empty.disk.free_bytes).toBeGreaterThan(0);
    expect(empty.disk.total_bytes).toBeGreaterThan(empty.disk.free_bytes);
    const documents = Array.from({ length: 150 }, (_, i) => new TextEncoder().encode(String(i).padStart(1000, "x")));
    for (const bytes of documents) await send("sendDocument", "document", bytes);
    await send("sendDocument", "document", documents[0]!);
    await send("sendPhoto", "photo", new Uint8Array(await drawPicture(700, 500, "#3366aa", "jpeg")));
    writeFileSync(join(t.dir, "media", "tmp", "left"), "12345");
    expect(await t.as("alice", "getStorageUse")).toEqual(empty);
    t.clock.advance(60_000);
    const { files, temporary, measured_at, database_bytes } = await t.as("alice", "getStorageUse");
    expect(measured_at).toBe(START_S + 60);
    expect(temporary).toEqual({ count: 1, bytes: 5 });
    expect(database_bytes).toBeGreaterThanOrEqual(empty.database_bytes);
    const kinds = Object.fromEntries(files.kinds.map(({ kind, ...amount }: Json) => [kind, amount]));
    // The same bytes sent twice are stored once. Of a photo, the largest size counts as the photo.
    expect(kinds.document).toEqual({ count: 150, bytes: 150_000 });
    expect(kinds.photo.count).toBe(1);
    expect(kinds.previews.count).toBe(2);
    expect(files.count).toBe(153);
    expect(files.bytes).toBe(150_000 + kinds.photo.bytes + kinds.previews.bytes);
  });
});
