/** The user API: accounts, chats, history, reading, search, and the web socket. */
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import { enginesInTurn, startWorld, WORLD, type Json, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const PEOPLE = WORLD.people.map((person) => ({ ...person, password: PASSWORD }));

describe.each(enginesInTurn())("people on %s", (engine) => {
  let t: TestService;
  let team: number;
  beforeAll(async () => {
    t = await startWorld(engine, { ...WORLD, people: PEOPLE });
    team = t.id("Team");
  });
  afterAll(() => t.stop());

  test("an invitation makes one account", async () => {
    expect((await t.person("bob", "createInvitation")).status).toBe(403);
    const { code } = await t.as("alice", "createInvitation");
    const form = { invitation: code, first_name: "Eve", username: "eve", password: "correct horse" };
    expect((await t.post("/api/signUp", { ...form, password: "short" })).status).toBe(400);
    expect((await t.post("/api/signUp", { ...form, username: "alice" })).body.reason).toBe("USERNAME_TAKEN");
    const { body } = await t.post("/api/signUp", form);
    expect(body.result.user).toMatchObject({ first_name: "Eve", username: "eve" });
    expect((await t.post("/api/signUp", { ...form, username: "eve2" })).status).toBe(403);
    const bearer = { authorization: `Bearer ${body.result.access_token}` };
    const { chats } = (await t.post("/api/listChats", {}, bearer)).body.result;
    expect(chats.map((row: Json) => row.chat.username)).toEqual(["alice"]);
    const signedIn = await t.post("/api/signIn", { username: "EVE", password: "correct horse", device: "phone" });
    expect(signedIn.status).toBe(200);
    // Phone keyboards append a space to words.
    expect((await t.post("/api/signIn", { username: " @Eve ", password: "correct horse" })).status).toBe(200);
    expect((await t.post("/api/signIn", { username: "eve", password: "wrong horse" })).status).toBe(401);
    expect((await t.post("/api/signIn", { username: "nobody", password: "wrong horse" })).status).toBe(401);
    const sessions = (await t.post("/api/listSessions", {}, bearer)).body.result;
    expect(sessions).toHaveLength(3);
    const { id: session_id } = sessions.find((each: Json) => each.label === "phone");
    expect(sessions.map((each: Json) => [each.label, each.way])).toEqual([
      ["", "password"],
      ["phone", "password"],
      ["", "sign_up"],
    ]);
    await t.post("/api/endSession", { session_id }, bearer);
    const other = { authorization: `Bearer ${signedIn.body.result.access_token}` };
    expect((await t.post("/api/listChats", {}, other)).status).toBe(401);
    await t.post("/api/signOut", {}, bearer);
    expect((await t.post("/api/listChats", {}, bearer)).status).toBe(401);
  });

  test("a person signs out everywhere else, and everywhere", async () => {
    const bearerOf = (access_token: string) => ({ authorization: `Bearer ${access_token}` });
    const form = { username: "signs_out", first_name: "Sam", password: "correct horse" };
    const { code } = await t.as("alice", "createInvitation");
    const first = bearerOf((await t.post("/api/signUp", { ...form, invitation: code })).body.result.access_token);
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0";
    const answer = await t.post("/api/signIn", form, { "user-agent": agent });
    const second = bearerOf(answer.body.result.access_token);
    const labels = async () =>
      ((await t.post("/api/listSessions", {}, second)).body.result ?? []).map(({ label }: Json) => label);
    expect(await labels()).toEqual(["Firefox, Linux", ""]);
    expect((await t.post("/api/endSessions", {}, second)).body.result).toBe(true);
    expect(await labels()).toEqual(["Firefox, Linux"]);
    expect((await t.post("/api/getProfile", {}, first)).status).toBe(401);
    expect((await t.post("/api/endSessions", { this_one: true }, second)).body.result).toBe(true);
    expect((await t.post("/api/getProfile", {}, second)).status).toBe(401);
  });

  test("guessing passwords is limited", async () => {
    const limited = await startWorld(engine, undefined, { rate_limits: "default" });
    const spelt = ["guess", "GUESS", "@guess", " guess", "guess "];
    for (let i = 0; i < 10; i++) await limited.post("/api/signIn", { username: spelt[i % 5], password: `wrong ${i}` });
    const answer = await limited.post("/api/signIn", { username: "guess", password: "again" });
    await limited.stop();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBe(answer.body.parameters.retry_after);
  });

  test("calls without a token get 401", async () => {
    expect((await t.post("/api/listChats", {})).body).toMatchObject({ ok: false, error_code: 401 });
    expect((await t.post("/api/listChats", {}, { authorization: "Bearer nonsense-nonsense" })).status).toBe(401);
    expect((await t.fetch("/api/listChats")).status).toBe(405);
  });

  test("unread counts follow the read pointer", async () => {
    const chat = await t.as("alice", "openChat", { user_id: t.id("bob") });
    expect(chat.chat).toMatchObject({ id: t.id("bob"), type: "private" });
    for (const text of ["one", "two", "three"]) await t.as("alice", "sendMessage", { chat_id: t.id("bob"), text });
    const row = async () => {
      const { chats } = await t.as("bob", "listChats");
      return chats.find((each: Json) => each.chat.id === t.id("alice"));
    };
    expect(await row()).toMatchObject({ unread_count: 3, last_message: { text: "three" } });
    await t.as("bob", "readMessages", { chat_id: t.id("alice"), message_id: 2 });
    expect(await row()).toMatchObject({ unread_count: 1, read_up_to: 2 });
    await t.as("bob", "readMessages", { chat_id: t.id("alice"), message_id: 1 });
    expect(await row()).toMatchObject({ unread_count: 1, read_up_to: 2 });
    await t.as("bob", "blockUser", { user_id: t.id("alice") });
    expect((await t.person("alice", "sendMessage", { chat_id: t.id("bob"), text: "x" })).status).toBe(403);
    await t.as("bob", "unblockUser", { user_id: t.id("alice") });
  });

  test("history before, after and around a message", async () => {
    const ids: number[] = [];
    for (let i = 0; i < 10; i++)
      ids.push((await t.as("bob", "sendMessage", { chat_id: team, text: `m${i}` })).message_id);
    const texts = async (params: object) =>
      (await t.as("carla", "getHistory", { chat_id: team, ...params })).messages.map((each: Json) => each.text);
    expect(await texts({ limit: 2 })).toEqual(["m8", "m9"]);
    expect(await texts({ before: ids[2], limit: 2 })).toEqual(["m0", "m1"]);
    expect(await texts({ after: ids[6], limit: 10 })).toEqual(["m7", "m8", "m9"]);
    expect(await texts({ around: ids[5], limit: 4 })).toEqual(["m3", "m4", "m5", "m6"]);
  });

  test("history since a time, between messages, before the first and after the last", async () => {
    const said: { readonly message_id: number; readonly date: number }[] = [];
    for (let i = 0; i < 9; i++) {
      const sent = await t.as("bob", "sendMessage", { chat_id: team, text: `s${i}` });
      said.push(sent);
      t.clock.advance(3_600_000);
    }
    // The list of messages has gaps.
    for (const { message_id } of [said[3]!, said[4]!])
      await t.as("bob", "deleteMessage", { chat_id: team, message_id });
    const texts = async (since: number, limit = 4) =>
      (await t.as("carla", "getHistory", { chat_id: team, since, limit })).messages.map((each: Json) => each.text);
    expect(await texts(said[6]!.date)).toEqual(["s2", "s5", "s6", "s7"]);
    expect(await texts(said[3]!.date)).toEqual(["s1", "s2", "s5", "s6"]);
    expect(await texts(said[7]!.date + 1)).toEqual(["s6", "s7", "s8"]);
    expect(await texts(said[8]!.date + 1)).toEqual(["s7", "s8"]);
    expect(await texts(Number.MAX_SAFE_INTEGER, 2)).toEqual(["s8"]);
    const all = (await t.as("carla", "getHistory", { chat_id: team, limit: 200 })).messages;
    const first = (await t.as("carla", "getHistory", { chat_id: team, since: -5, limit: 2 })).messages;
    expect(first.map((each: Json) => each.message_id)).toEqual([all[0].message_id]);
  });

  test("people's texts are formatted like bots'", async () => {
    const words = { chat_id: team, text: "*bold* @bob #tag", parse_mode: "Markdown" };
    expect(await t.as("carla", "sendMessage", words)).toMatchObject({
      text: "bold @bob #tag",
      entities: [
        { type: "bold", offset: 0, length: 4 },
        { type: "mention", offset: 5, length: 4 },
        { type: "hashtag", offset: 10, length: 4 },
      ],
    });
  });

  test("search finds people and public chats by name", async () => {
    const found = await t.as("dave", "search", { query: "te" });
    expect(found.chats.map((each: Json) => each.title)).toEqual(["Team"]);
    expect((await t.as("dave", "search", { query: "@CAR" })).users.map((each: Json) => each.username)).toEqual([
      "carla",
    ]);
    await t.as("bob", "sendMessage", { chat_id: team, text: "Mittagessen um ZWÖLF 100%" });
    expect((await t.as("carla", "searchMessages", { query: "zwölf" })).messages).toHaveLength(1);
    expect((await t.as("carla", "searchMessages", { query: "100%" })).messages).toHaveLength(1);
    expect((await t.as("dave", "searchMessages", { query: "zwölf" })).messages).toHaveLength(0);
    expect((await t.person("dave", "searchMessages", { query: "x", chat_id: t.id("Private") })).status).toBe(403);
  });

  test("a group from its creation to the transfer of ownership", async () => {
    const { chat } = await t.as("carla", "createChat", { title: "Plans", description: "ours" });
    await t.as("carla", "addMember", { chat_id: chat.id, user_id: t.id("bob") });
    expect((await t.as("bob", "listMembers", { chat_id: chat.id })).map((each: Json) => each.status)).toEqual([
      "member",
      "creator",
    ]);
    expect((await t.person("bob", "setChatTitle", { chat_id: chat.id, title: "Mine" })).body.reason).toBe(
      "CANT_CHANGE_INFO",
    );
    expect((await t.person("bob", "transferOwnership", { chat_id: chat.id, user_id: t.id("bob") })).body.reason).toBe(
      "OWNER_ONLY",
    );
    await t.as("carla", "transferOwnership", { chat_id: chat.id, user_id: t.id("bob") });
    const admins = await t.as("carla", "getChatAdministrators", { chat_id: chat.id });
    expect(admins.map((each: Json) => [each.user.username, each.status])).toEqual([
      ["bob", "creator"],
      ["carla", "administrator"],
    ]);
    await t.as("bob", "leaveChat", { chat_id: chat.id });
    const left = await t.as("carla", "getChatAdministrators", { chat_id: chat.id });
    expect(left.map((each: Json) => each.user.username)).toEqual(["carla"]);
    const { chats } = await t.as("carla", "listChats");
    const row = chats.find((each: Json) => each.chat.id === chat.id);
    expect(row.can.change_info).toBeNull();
    expect(row.can.edit_messages).toBe("EDIT_FORBIDDEN");
  });

  test("members are found by name, with the possible actions and reasons", async () => {
    const { chat } = await t.as("carla", "createChat", { title: "Rights" });
    const chat_id = chat.id;
    for (const name of ["bob", "alice", "echo_bot"]) {
      await t.as("carla", "addMember", { chat_id, user_id: t.id(name) });
    }
    const all = await t.as("carla", "listMembers", { chat_id });
    const found = await t.as("carla", "listMembers", { chat_id, query: "@BO" });
    expect(found.map((each: Json) => each.user.username)).toEqual(["bob", "echo_bot"]);
    const can = (name: string, list = all) => list.find((each: Json) => each.user.username === name).can;
    expect(can("bob")).toEqual({
      restrict: null,
      ban: null,
      unban: null,
      promote: null,
      demote: null,
      set_title: "NOT_AN_ADMINISTRATOR",
      transfer_ownership: null,
    });
    expect(can("carla")).toMatchObject({ restrict: "CANT_RESTRICT_SELF", transfer_ownership: "ALREADY_OWNER" });
    expect(can("echo_bot").transfer_ownership).toBe("BOT_OWNS_NOTHING");
    await t.as("carla", "promoteChatMember", { chat_id, user_id: t.id("bob"), can_restrict_members: true });
    await t.as("carla", "promoteChatMember", { chat_id, user_id: t.id("alice"), can_promote_members: true });
    const seen = await t.as("bob", "getMember", { chat_id, user_id: t.id("alice") });
    expect(seen).toMatchObject({ status: "administrator", can_be_edited: false });
    expect(seen.can).toMatchObject({
      ban: "USER_IS_ADMINISTRATOR",
      promote: "CANT_PROMOTE",
      set_title: "CANT_EDIT_TITLE",
      transfer_ownership: "OWNER_ONLY",
    });
    const until_date = t.clock.now() / 1000 + 60;
    await t.as("bob", "banChatMember", { chat_id, user_id: t.id("echo_bot"), until_date });
    expect(await t.as("bob", "listMembers", { chat_id, filter: "kicked" })).toHaveLength(1);
    t.clock.advance(61_000);
    expect(await t.as("bob", "listMembers", { chat_id, filter: "kicked" })).toHaveLength(0);
  });

  test("administrators see all links, members their own", async () => {
    const { chat } = await t.as("carla", "createChat", { title: "Links" });
    const chat_id = chat.id;
    await t.as("carla", "addMember", { chat_id, user_id: t.id("bob") });
    await t.as("carla", "exportChatInviteLink", { chat_id });
    t.clock.advance(1000);
    const { invite_link } = await t.as("bob", "createChatInviteLink", { chat_id, name: "Bob's", member_limit: 2 });
    await t.as("dave", "joinChat", { invite_link });
    const links = await t.as("carla", "listInviteLinks", { chat_id });
    expect(links).toMatchObject([
      { invite_link, name: "Bob's", member_limit: 2, uses: 1, creator: { username: "bob" } },
      { is_primary: true, uses: 0, creator: { username: "carla" } },
    ]);
    expect(await t.as("bob", "listInviteLinks", { chat_id })).toHaveLength(1);
    await t.as("bob", "leaveChat", { chat_id });
    expect((await t.person("bob", "listInviteLinks", { chat_id })).body.reason).toBe("NOT_A_MEMBER");
  });

  test("chat actions do not reveal who sends as the chat", async () => {
    const [private_id, news] = [t.id("Private"), t.id("News")];
    const bob = new StreamSocket(t, "bob");
    await bob.until((frame) => frame.type === "hello");
    const anonymous = await t.as("alice", "createChat", { type: "supergroup", title: "Masks" });
    const chat_id = anonymous.chat.id;
    for (const user_id of [t.id("bob"), t.id("carla")]) await t.as("alice", "addMember", { chat_id, user_id });
    await t.as("alice", "promoteChatMember", { chat_id, user_id: t.id("carla"), is_anonymous: true });
    await t.as("carla", "setTyping", { chat_id });
    await t.as("alice", "setTyping", { chat_id: news });
    await t.ok("guard_bot", "sendChatAction", { chat_id: news, action: "typing" });
    await t.as("alice", "setTyping", { chat_id: private_id });
    await bob.until((frame) => frame.type === "action" && frame.chat_id === private_id);
    expect(bob.frames.filter(({ type }) => type === "action")).toHaveLength(1);
  });

  test("the web socket sends events to members", async () => {
    const carla = new StreamSocket(t, "carla");
    const dave = new StreamSocket(t, "dave");
    await carla.until((frame) => frame.type === "hello");
    await dave.until((frame) => frame.type === "hello");
    const { message_id } = await t.as("bob", "sendMessage", { chat_id: team, text: "live" });
    const shown = await carla.until((frame) => frame.message?.message_id === message_id);
    expect(shown).toMatchObject({ type: "chat", chat_id: team, kind: "message", message: { text: "live" } });
    await t.as("bob", "setTyping", { chat_id: team });
    expect(await carla.until((frame) => frame.type === "action")).toMatchObject({
      user: { id: t.id("bob"), username: "bob" },
      action: "typing",
    });
    await t.as("dave", "joinChat", { username: "team" });
    await dave.until((frame) => frame.type === "joined" && frame.chat_id === team);
    expect(dave.frames.some((frame) => frame.message?.message_id === message_id)).toBe(false);
    await t.as("bob", "deleteMessage", { chat_id: team, message_id });
    await dave.until((frame) => frame.kind === "delete" && frame.message_id === message_id);
    await t.as("alice", "banChatMember", { chat_id: team, user_id: t.id("dave") });
    await dave.until((frame) => frame.type === "gone" && frame.chat_id === team);
    const missed = await t.as("carla", "getDifference", { chat_id: team, seq: shown.seq - 1 });
    const listed = (await t.as("carla", "listChats")).chats.find((row: Json) => row.chat.id === team);
    expect([missed.unread_count, listed.unread_count > 0]).toEqual([listed.unread_count, true]);
    expect(missed.events[0].seq).toBe(shown.seq);
    expect(missed.events.map((event: Json) => event.seq)).toEqual(
      Array.from({ length: missed.events.length }, (_, i) => shown.seq + i),
    );
    expect((await t.as("carla", "getDifference", { chat_id: team, seq: 99_999 })).resync).toBe(true);
    carla.close();
    dave.close();
  });

  test("a long difference comes in pages, the last with the unread count", async () => {
    const { chat } = await t.as("alice", "createChat", { title: "Talk" });
    const chat_id = chat.id;
    await t.as("alice", "addMember", { chat_id, user_id: t.id("bob") });
    const begin = (await t.as("bob", "getDifference", { chat_id, seq: 0 })).seq;
    for (let n = 0; n < 101; n++) await t.as("alice", "sendMessage", { chat_id, text: `${n}` });
    const { chats } = await t.as("bob", "listChats");
    const unread = chats.find((row: Json) => row.chat.id === chat_id).unread_count;
    expect(unread).toBeGreaterThan(100);
    const page = async (seq: number) => {
      const { events, unread_count } = await t.as("bob", "getDifference", { chat_id, seq });
      return [events.length, unread_count];
    };
    expect(await page(begin)).toEqual([100, undefined]);
    expect(await page(begin + 100)).toEqual([1, unread]);
    // A full page with nothing after it is the last, and so is an empty one.
    expect(await page(begin + 1)).toEqual([100, unread]);
    expect(await page(begin + 101)).toEqual([0, unread]);
  });

  test("the web socket begins at the positions in hello", async () => {
    const before = await t.as("carla", "listChats");
    const socket = new StreamSocket(t, "carla");
    const { seq, heads } = await socket.until((frame) => frame.type === "hello");
    const sum = (list: Json) => list.chats.reduce((total: number, row: Json) => total + row.seq, 0);
    expect([seq, heads]).toEqual([before.seq, sum(before)]);
    await t.as("bob", "sendMessage", { chat_id: team, text: "one more" });
    expect(sum(await t.as("carla", "listChats"))).toBe(heads + 1);
    socket.close();
  });

  test("an idle web socket sends heartbeats", async () => {
    const socket = new StreamSocket(t, "carla");
    await socket.until((frame) => frame.type === "hello");
    t.clock.advance(20_000);
    await socket.until((frame) => frame.type === "beat");
    socket.close();
  });

  test("a web socket ends with its session, also by time", async () => {
    const { db, deps, hashes } = t.service;
    const lasts = { person_id: t.id("carla"), label: "", lasts_s: 20, way: "password" } as const;
    const { access_token } = await db.write((tx) =>
      openSession(tx, hashes, deps.random.bytes, lasts, Math.floor(t.clock.now() / 1000)),
    );
    const socket = new StreamSocket(t, "carla", access_token);
    await socket.until((frame) => frame.type === "hello");
    const closed = socket.closed();
    t.clock.advance(20_000);
    expect(await closed).toBe(4001);
  });

  test("sign-ins and sign-outs are events for the person's own sockets", async () => {
    const password = "battery staple";
    await t.as("carla", "changePassword", { old_password: PASSWORD, new_password: password });
    const [socket, other] = [new StreamSocket(t, "carla"), new StreamSocket(t, "bob")];
    for (const each of [socket, other]) await each.until((frame) => frame.type === "hello");
    const labels = async () => (await t.as("carla", "listSessions")).map((session: Json) => session.label);
    const news = (frame: Json) => frame.type === "account" && frame.kind === "session";
    const { body } = await t.post("/api/signIn", { username: "carla", password, device: "phone" });
    const { seq } = await socket.until(news);
    expect(await labels()).toContain("phone");
    await t.post("/api/signOut", {}, { authorization: `Bearer ${body.result.access_token}` });
    await socket.until((frame) => news(frame) && frame.seq > seq);
    expect(await labels()).not.toContain("phone");
    await t.as("bob", "archiveChat", { chat_id: team });
    await other.until((frame) => frame.kind === "chat_settings");
    expect(other.frames.filter(news)).toEqual([]);
    socket.close();
    other.close();
  });

  test("a socket ends with its session, and needs one to open", async () => {
    const socket = new StreamSocket(t, "dave");
    await socket.until((frame) => frame.type === "hello");
    const closed = socket.closed();
    await t.as("dave", "signOut");
    expect(await closed).toBe(4001);
  });

  test.each([
    ["a program is told by the status", {}, 401],
    ["a page is told by the close code, because browsers hide the status", { origin: "https://other.example" }, 4001],
  ])("without a valid session, %s", async (_what, headers, told) => {
    for (const credential of [{}, { authorization: `Bearer ${"x".repeat(43)}` }]) {
      const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
        headers: { ...headers, ...credential },
      });
      socket.on("error", () => {});
      const end = new Promise((done) => {
        socket.once("unexpected-response", (_req, res) => done(res.statusCode));
        socket.once("close", done);
      });
      expect(await end).toBe(told);
    }
  });

  test("a person can change their own profile", async () => {
    await t.as("bob", "editProfile", { about: "Reads", last_name: "Builder" });
    expect(await t.as("carla", "getProfile", { user_id: t.id("bob") })).toMatchObject({
      about: "Reads",
      user: { last_name: "Builder" },
    });
    expect((await t.person("bob", "editProfile", { username: "carla" })).body.reason).toBe("USERNAME_TAKEN");
    await t.as("bob", "changePassword", { old_password: PASSWORD, new_password: "battery staple" });
    expect((await t.post("/api/signIn", { username: "bob", password: "battery staple" })).status).toBe(200);
    expect(
      (await t.person("bob", "changePassword", { old_password: "no", new_password: "battery staple" })).status,
    ).toBe(400);
  });
});
