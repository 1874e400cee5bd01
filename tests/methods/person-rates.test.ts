/** Rate limits of people, unauthenticated callers and bots' reads, and limits on stored objects (behaviour.md §7). */
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { createLink } from "heliogram/app/members/change-links.ts";
import { invite } from "heliogram/app/accounts/invitations.ts";
import { openSession } from "heliogram/app/accounts/sessions.ts";
import { SIGN_INS, SIGN_UPS_FROM_ONE } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { PERSON_RATES, type PersonRate } from "heliogram/methods/rate-limits/person-rates.ts";
import { findAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { findChat } from "heliogram/store/queries/chats/chats.ts";
import { ASSISTANT_ID, Conversation } from "../assistant/conversation.ts";
import {
  engineIndependent,
  START_S,
  startWorld,
  type Answer,
  type Engine,
  type Overrides,
  type TestService,
} from "../support/service.ts";
import { sqlRead, sqlWrite } from "../support/sql.ts";

let t: TestService;
afterEach(() => t.stop());
const start = async (engine: Engine, overrides: Overrides = {}) =>
  (t = await startWorld(engine, undefined, { rate_limits: "default", ...overrides }));

/** How many of these consecutive calls are allowed. */
async function passed(calls: number, call: (n: number) => Promise<Answer>): Promise<number> {
  let count = 0;
  for (let n = 0; n < calls; n++) count += (await call(n)).status === 429 ? 0 : 1;
  return count;
}

/** Uses up a limit of a person except for so many calls, as earlier calls would have. */
function takeAllBut(calls: number, username: string, kind: PersonRate): void {
  const count = PERSON_RATES[kind].burst - calls;
  expect(t.service.deps.rates.takeOfPerson(t.id(username), [{ kind, count }])).toBe(0);
}

describe.each(engineIndependent())("messages of people on %s", (engine) => {
  const send = (chat_id: number | string, key?: string) =>
    t.post(
      "/api/sendMessage",
      { chat_id, text: "x" },
      { authorization: `Bearer ${t.accessToken("bob")}`, ...(key === undefined ? {} : { "idempotency-key": key }) },
    );

  test("a burst of a hundred to one chat and two hundred to all, then the rate", async () => {
    await start(engine);
    expect(await passed(60, () => send(t.id("Team")))).toBe(60);
    // One bucket, by id and by user name.
    expect(await passed(45, () => send("@team"))).toBe(40);
    const refused = await send("team");
    expect([refused.status, refused.body.parameters, refused.headers.get("retry-after")]).toEqual([
      429,
      { retry_after: 1 },
      "1",
    ]);
    expect(await passed(105, () => send(t.id("Private")))).toBe(100);
    await t.as("bob", "openChat", { user_id: t.id("carla") });
    expect((await send(t.id("carla"))).status).toBe(429);
    expect((await t.person("carla", "sendMessage", { chat_id: t.id("Team"), text: "x" })).status).toBe(200);
    t.clock.advance(1000);
    expect(await passed(5, () => send(t.id("Team")))).toBe(2);
    expect(await passed(5, () => send(t.id("carla")))).toBe(3);
  });

  test("a repeated send costs no message", async () => {
    await start(engine);
    const team = t.id("Team");
    const first = (await send(team, "first-message")).body.result;
    for (let i = 0; i < 30; i++) expect((await send(team, "first-message")).body.result).toEqual(first);
    expect(await passed(105, () => send(team))).toBe(99);
    expect((await send(team, "first-message")).body.result).toEqual(first);
    expect((await send(team, "second-message")).status).toBe(429);
    await passed(100, () => send(t.id("Private")));
    await t.as("bob", "openChat", { user_id: t.id("carla") });
    expect((await send(t.id("carla"), "first-message")).status).toBe(429);
    t.clock.advance(1000);
    expect((await send(team, "second-message")).status).toBe(200);
  });
});

test("an album counts as its elements, forwarded and copied messages as one", async () => {
  await start("memory");
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set("document", new File(["x"], "x.txt"));
  const bearer = { authorization: `Bearer ${t.accessToken("bob")}` };
  const { document, message_id } = (await t.post("/api/sendDocument", form, bearer)).body.result;
  const media = Array.from({ length: 10 }, () => ({ type: "document", media: document.file_id }));
  const album = () => t.person("bob", "sendMediaGroup", { chat_id: t.id("Private"), media });
  expect(await passed(12, album)).toBe(10);
  const again = { chat_id: t.id("Team"), from_chat_id: t.id("Team"), message_id };
  expect(await passed(60, () => t.person("bob", "forwardMessage", again))).toBe(60);
  expect(await passed(60, () => t.person("bob", "copyMessage", again))).toBe(39);
});

/** A call of each kind. Its outcome does not matter. */
const KINDS: readonly (readonly [PersonRate, string, object])[] = [
  ["writes", "saveDraft", { chat_id: -1, text: "x" }],
  ["new_chats", "createChat", { title: "Another" }],
  ["new_bots", "createBot", { name: "Bot", username: "echo_bot" }],
  ["invitations", "createInvitation", {}],
  ["invite_links", "createChatInviteLink", { chat_id: -1 }],
  ["invite_links", "exportChatInviteLink", { chat_id: -1 }],
  ["joins", "addMember", { chat_id: -1, user_id: 1 }],
  ["joins", "joinChat", { username: "nowhere" }],
  ["joins", "askToJoin", { invite_link: "nowhere" }],
  ["profiles", "editProfile", { first_name: "Alice" }],
  ["profiles", "deleteProfilePhoto", {}],
  ["profiles", "editBot", { bot_id: 1, name: "Bot" }],
  ["archives", "exportOwnData", {}],
  ["presses", "pressButton", { chat_id: -1, message_id: 1, callback_data: "x" }],
  ["actions", "setTyping", { chat_id: -1 }],
  ["searches", "search", { query: "x" }],
  ["message_searches", "searchMessages", { query: "x" }],
  ["chat_lists", "listChats", {}],
  ["lists", "listUsers", {}],
  ["lists", "listPublicChats", {}],
  ["lists", "listPeople", {}],
  ["lists", "listAllChats", {}],
  ["lists", "listAllBots", {}],
  ["lists", "listInvitations", {}],
  ["lists", "listAudit", {}],
  ["lists", "getStorageUse", {}],
];

test.each(KINDS)("%s are limited by %s", async (kind, method, params) => {
  await start("memory");
  const { per_s } = PERSON_RATES[kind];
  takeAllBut(3, "alice", kind);
  expect(await passed(3, () => t.person("alice", method, params))).toBe(3);
  const refused = await t.person("alice", method, params);
  expect([refused.status, refused.body.parameters]).toEqual([429, { retry_after: Math.ceil(1 / per_s) }]);
  expect((await t.person("bob", method, params)).status).not.toBe(429);
  t.clock.advance(Math.ceil(1000 / per_s));
  expect((await t.person("alice", method, params)).status).not.toBe(429);
});

test("all calls together are limited, and downloads", async () => {
  await start("memory");
  takeAllBut(3, "bob", "calls");
  expect(await passed(5, () => t.person("bob", "listSessions"))).toBe(3);
  const bearer = { authorization: `Bearer ${t.accessToken("carla")}` };
  const file = () => t.fetch("/api/file/nothing", { headers: bearer });
  takeAllBut(3, "carla", "downloads");
  expect(await passed(5, file)).toBe(3);
});

test("uploads are limited by their number and by their size", async () => {
  await start("memory", { limits: BIG as never });
  const upload = (username: string, bytes: number) => {
    const form = new FormData();
    form.set("chat_id", String(t.id("Team")));
    form.set("photo", new Blob([Buffer.alloc(bytes)]), "x.jpg");
    return t.post("/api/setChatPhoto", form, { authorization: `Bearer ${t.accessToken(username)}` });
  };
  const { burst } = PERSON_RATES.uploads;
  expect(await passed(burst + 2, () => upload("bob", 10))).toBe(burst);
  takeAllBut(1, "carla", "upload_mib");
  expect((await upload("carla", 2 * 1024 * 1024)).body.parameters).toEqual({ retry_after: 1 });
  expect((await upload("carla", 1024)).status).not.toBe(429);
});
const BIG: Record<string, number> = Object.fromEntries(
  ["photo", "document", "video", "audio", "voice", "media_group_file"].map((kind) => [kind, 8 * 1024 * 1024]),
);

test("the web client's use on a busy day stays below the limits", async () => {
  await start("memory");
  for (let i = 0; i < 300; i++) {
    expect((await t.person("bob", "readMessages", { chat_id: t.id("Team"), message_id: 1 })).status).toBe(200);
    expect((await t.person("bob", "getDifference", { chat_id: t.id("Team"), seq: 0 })).status).toBe(200);
  }
  for (let i = 0; i < 60; i++) {
    expect((await t.person("bob", "sendMessage", { chat_id: t.id("Team"), text: `${i}` })).status).toBe(200);
    expect((await t.person("bob", "saveDraft", { chat_id: t.id("Team"), text: `${i}` })).status).toBe(200);
  }
});

test("the assistant's calls for a person count as theirs, and limit nobody else", async () => {
  await start("memory", { assistant: true });
  const bob = new Conversation(t, "bob");
  await bob.start();
  const name = (n: number) => ({ name: "Bot", username: `made_${n}_bot` });
  expect(await passed(PERSON_RATES.new_bots.burst, (n) => t.person("bob", "createBot", name(n)))).toBe(20);
  await bob.say("/newbot");
  await bob.say("Weather");
  expect((await bob.say("weather_bot")).text).toBe("That was too much at once. Try again in 3 minutes.");
  const carla = new Conversation(t, "carla");
  await carla.start();
  await carla.say("/newbot");
  await carla.say("Garden");
  expect((await carla.say("garden_bot")).text).toContain("@garden_bot");
  // The callback query is still open.
  t.clock.advance(180_000);
  expect((await bob.say("weather_bot")).text).toContain("@weather_bot");
  expect((await t.person("bob", "createBot", name(21))).status).toBe(429);
  expect(ASSISTANT_ID).toBeGreaterThan(0);
});

test("anonymous clients are limited by their address", async () => {
  await start("memory");
  const ask = (from: string) => t.post("/api/getReset", { code: "nothing" }, { "x-forwarded-for": from });
  expect(await passed(205, () => ask("10.1.1.1"))).toBe(200);
  expect((await ask("10.1.1.1")).body.parameters).toEqual({ retry_after: 1 });
  expect((await ask("10.1.1.2")).status).toBe(403);
});

test("bots have separate limits for reads and chat actions", async () => {
  await start("memory");
  for (let n = 0; n < 1997; n++) expect(t.service.deps.rates.takeOfBot(t.id("guard_bot"), "reads")).toBe(0);
  expect(await passed(5, () => t.bot("guard_bot", "getMe"))).toBe(3);
  expect((await t.bot("guard_bot", "getUpdates")).status).toBe(429);
  const act = () => t.bot("guard_bot", "sendChatAction", { chat_id: t.id("Team"), action: "typing" });
  expect(await passed(105, act)).toBe(100);
  expect((await t.bot("guard_bot", "sendMessage", { chat_id: t.id("Team"), text: "x" })).status).toBe(200);
});

test("a bot changes its name as often as it may, and keeps sending", async () => {
  await start("memory");
  for (let n = 0; n < 98; n++) expect(t.service.deps.rates.takeOfBot(t.id("guard_bot"), "profiles")).toBe(0);
  expect(await passed(4, () => t.bot("guard_bot", "setMyName", { name: "Guard" }))).toBe(2);
  expect((await t.bot("guard_bot", "setMyDescription", { description: "Guards" })).status).toBe(200);
});

test("off: nothing of this is limited", async () => {
  await start("memory", { rate_limits: "off" });
  expect(await passed(250, () => t.person("bob", "sendMessage", { chat_id: t.id("Team"), text: "x" }))).toBe(250);
  expect(await passed(25, () => t.person("bob", "createChat", { title: "Another" }))).toBe(25);
  expect(await passed(250, () => t.post("/api/getSignUp", {}))).toBe(250);
  // Neither are guesses at passwords, nor sign-ups from one address.
  const guess = { username: "bob", password: "incorrect horse" };
  expect(await passed(SIGN_INS.attempts + 3, () => t.post("/api/signIn", guess))).toBe(SIGN_INS.attempts + 3);
  await t.as("alice", "setSignUp", { open: true });
  const signUp = { first_name: "B", username: "bob", password: "correct horse" };
  expect(await passed(SIGN_UPS_FROM_ONE.attempts + 3, () => t.post("/api/signUp", signUp))).toBe(
    SIGN_UPS_FROM_ONE.attempts + 3,
  );
});

describe.each(engineIndependent())("limits on stored objects on %s", (engine) => {
  const off = { rate_limits: "off" } as const;

  test("the chats and bots of a person are limited", async () => {
    await start(engine, { ...off, chats_per_person: 3, bots_per_person: 2 });
    const make = (n: number) => t.person("bob", "createChat", { title: `Chat ${n}` });
    const answers = await Promise.all([1, 2, 3, 4].map(make));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 400]);
    expect((await make(5)).body).toMatchObject({ reason: "TOO_MANY_CHATS" });
    expect(
      (await t.as("bob", "listChats")).chats.filter((row: { chat: { title?: string } }) =>
        row.chat.title?.startsWith("Chat"),
      ),
    ).toHaveLength(3);
    const chat_id = answers.find(({ status }) => status === 200)!.body.result.chat.id;
    await t.as("bob", "deleteChat", { chat_id });
    expect((await make(6)).status).toBe(200);
  });

  test("nobody is made the owner of more chats than the limit, by calls at once either", async () => {
    await start(engine, { ...off, chats_per_person: 4 });
    const user_id = t.id("bob");
    const offered = await Promise.all(
      ["carla", "dave"].flatMap((owner) =>
        [1, 2, 3].map(async (n) => {
          const { id: chat_id } = (await t.as(owner, "createChat", { title: `Of ${owner} ${n}` })).chat;
          await t.as(owner, "addMember", { chat_id, user_id });
          return { owner, chat_id };
        }),
      ),
    );
    for (const title of ["One", "Two"]) await t.as("bob", "createChat", { title });
    const answers = await Promise.all(
      offered.map(({ owner, chat_id }) => t.person(owner, "transferOwnership", { chat_id, user_id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)!.body.reason).toBe("OWNER_OF_TOO_MANY_CHATS");
  });

  test("an owner of the service takes over a chat also beyond the limit, and then makes none", async () => {
    await start(engine, { ...off, chats_per_person: 3 });
    const { id: chat_id } = (await t.as("bob", "createChat", { title: "Left alone" })).chat;
    await t.as("bob", "leaveChat", { chat_id });
    // Alice owns three chats of the world.
    await t.as("alice", "takeOverChat", { chat_id });
    expect((await t.person("alice", "createChat", { title: "Further" })).body.reason).toBe("TOO_MANY_CHATS");
  });

  test("the sessions of a person are limited; the least recently used one ends", async () => {
    await start(engine, off);
    const { db, hashes, deps } = t.service;
    const screen = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
      headers: { authorization: `Bearer ${t.accessToken("bob")}` },
    });
    await new Promise((done) => screen.once("message", done));
    const closed = new Promise((done) => screen.once("close", done));
    const options = { person_id: t.id("bob"), label: "", lasts_s: 86_400, way: "password" } as const;
    const tokens: string[] = [];
    for (let i = 0; i < 100; i++) {
      const opened = await db.write((tx) => openSession(tx, hashes, deps.random.bytes, options, START_S + 1));
      tokens.push(opened.access_token);
    }
    for (const token of tokens) t.canary.hear({ access_token: token });
    expect(await closed).toBe(4001);
    const list = (token: string) => t.post("/api/listSessions", {}, { authorization: `Bearer ${token}` });
    expect((await list(t.accessToken("bob"))).status).toBe(401);
    expect((await list(tokens[0]!)).body.result).toHaveLength(100);
  });

  test("the invite links of a chat are limited, and expired ones are removed", async () => {
    await start(engine, off);
    const { db, deps } = t.service;
    const chat_id = t.id("Team");
    for (let i = 0; i < 3; i++) {
      const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id });
      await t.as("alice", "revokeChatInviteLink", { chat_id, invite_link });
    }
    const many = async (count: number, expires_at: number) =>
      db.write(async (tx) => {
        const chat = (await findChat(tx, chat_id))!;
        const alice = (await findAccount(tx, t.id("alice")))!;
        const options = { name: "", expires_at, member_limit: 0, creates_join_request: false };
        const { bytes } = deps.random;
        for (let i = 0; i < count; i++) await createLink(tx, chat, alice, options, bytes, START_S + 1);
      });
    await many(300, START_S);
    const count = async () =>
      Number((await db.read((tx) => tx.get(sqlRead<{ n: number }>("select count(*) as n from invite_link"))))!.n);
    expect(await count()).toBe(201);
    expect((await t.as("alice", "listInviteLinks", { chat_id })).length).toBe(200);
  });

  test("the open invitations of an owner are limited", async () => {
    await start(engine, off);
    const { db, hashes, deps } = t.service;
    const options = { created_by: t.id("alice"), makes_owner: false, lasts_s: 86_400 };
    await db.write(async (tx) => {
      for (let i = 0; i < 999; i++) await invite(tx, hashes, deps.random.bytes, options, START_S);
    });
    const { code } = await t.as("alice", "createInvitation");
    expect((await t.person("alice", "createInvitation")).body).toMatchObject({ reason: "TOO_MANY_INVITATIONS" });
    const form = { invitation: code, first_name: "Eve", username: "eve", password: "correct horse" };
    expect((await t.post("/api/signUp", form)).status).toBe(200);
    expect((await t.person("alice", "createInvitation")).status).toBe(200);
  });
});

test("a chat with ten thousand usable links accepts no more", async () => {
  await start("memory", { rate_limits: "off" });
  const chat_id = t.id("Team");
  const insert = `insert into invite_link (code, chat_id, creator_id, name, expires_at, member_limit, uses, is_primary, is_revoked, creates_join_request, created_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 9999)
    select 'link' || i, ?, ?, '', 0, 0, 0, 0, 0, 0, 0 from n`;
  await t.service.db.write((tx) => tx.run(sqlWrite(insert), chat_id, t.id("alice")));
  const { invite_link } = await t.as("alice", "createChatInviteLink", { chat_id });
  expect((await t.person("alice", "createChatInviteLink", { chat_id })).body.reason).toBe("TOO_MANY_LINKS");
  expect((await t.bot("guard_bot", "createChatInviteLink", { chat_id })).body.description).toBe(
    "Bad Request: too many invite links",
  );
  await t.as("alice", "revokeChatInviteLink", { chat_id, invite_link });
  expect((await t.person("alice", "createChatInviteLink", { chat_id })).status).toBe(200);
});

test("the web sockets of a person are limited", async () => {
  await start("memory");
  const open = () =>
    new Promise<WebSocket | number>((done) => {
      const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
        headers: { authorization: `Bearer ${t.accessToken("bob")}` },
      });
      socket.once("open", () => done(socket));
      socket.once("unexpected-response", (_req, res) => done(res.statusCode!));
    });
  const sockets: WebSocket[] = [];
  for (let i = 0; i < 50; i++) sockets.push((await open()) as WebSocket);
  expect(await open()).toBe(429);
  const [first] = sockets;
  const gone = new Promise((done) => first!.once("close", done));
  first!.close();
  await gone;
  const again = await open();
  expect(again).toBeInstanceOf(WebSocket);
  for (const socket of [...sockets, again as WebSocket]) socket.terminate();
});
