/** Snapshots, copies and resets of worlds, as a bot of an unmodified library and as people's screens see them. */
import { Bot } from "grammy";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { startWorld, WORLD, type Json, type TestService } from "../support/service.ts";
import { SecondClient } from "../support/second-client.ts";
import { drawPicture } from "../support/media.ts";
import { develop } from "./developer-calls.ts";
import { newWorld, testWorld, waitingIn, type TestWorld } from "./developer-worlds.ts";

let t: TestService;
let world: TestWorld;
beforeEach(async () => {
  t = await startWorld("memory", WORLD, { developer: true });
  world = await newWorld(t, { name: "one", content: WORLD });
});
afterEach(() => t.stop());

const ofWorld = (method: string, params: object = {}) => develop(t, method, { world: "one", ...params });
const say = async (text: string) => {
  const { body } = await world.person("bob", "sendMessage", { chat_id: world.id("Team"), text });
  expect(body.ok).toBe(true);
};
const texts = async (of: TestWorld = world): Promise<string[]> => {
  const { body } = await of.person("alice", "getHistory", { chat_id: of.id("Team") });
  return body.result.messages.flatMap(({ text }: Json) => text ?? []);
};
const takeUpdates = async (): Promise<Json[]> => {
  const { body } = await world.bot("guard_bot", "getUpdates");
  return body.result;
};

describe("a snapshot", () => {
  test("brings back messages, members, settings and the queue of updates", async () => {
    const chat_id = world.id("Team");
    await say("before");
    const [waiting] = await takeUpdates();
    const saved = await ofWorld("saveSnapshot", { snapshot: "early" });
    expect(saved.bytes).toBeGreaterThan(0);
    expect(await ofWorld("listSnapshots")).toEqual({ snapshots: [saved] });
    // A world has a time of its own.
    const { now_ms } = await ofWorld("getClock");
    expect(saved.saved_at_ms).toBe(Math.floor(now_ms));

    await say("after");
    await world.bot("guard_bot", "banChatMember", { chat_id, user_id: world.id("carla") });
    await world.bot("guard_bot", "setChatTitle", { chat_id, title: "Renamed" });
    await world.bot("guard_bot", "getUpdates", { offset: waiting!.update_id + 1 });
    expect(await ofWorld("restoreSnapshot", { snapshot: "early" })).toBe(true);

    expect(await texts()).toEqual(["before"]);
    expect((await world.bot("guard_bot", "getChat", { chat_id })).body.result.title).toBe("Team");
    const carla = await world.bot("guard_bot", "getChatMember", { chat_id, user_id: world.id("carla") });
    expect(carla.body.result.status).toBe("member");
    expect(await takeUpdates()).toMatchObject([{ message: { text: "before" } }]);
    expect(await t.ok("guard_bot", "getUpdates")).toEqual([]);
  });

  test("brings back the clock", async () => {
    await ofWorld("freezeClock");
    await ofWorld("advanceClock", { seconds: 60 });
    const { now_ms } = await ofWorld("getClock");
    await ofWorld("saveSnapshot", { snapshot: "still" });
    await ofWorld("advanceClock", { seconds: 3600 });
    await ofWorld("resumeClock");
    await ofWorld("restoreSnapshot", { snapshot: "still" });
    t.clock.advance(5000);
    expect(await ofWorld("getClock")).toMatchObject({ now_ms, is_frozen: true });
    await ofWorld("resumeClock");
    await ofWorld("saveSnapshot", { snapshot: "going" });
    const { ahead_ms } = await ofWorld("getClock");
    await ofWorld("advanceClock", { seconds: 10 });
    await ofWorld("restoreSnapshot", { snapshot: "going" });
    expect(await ofWorld("getClock")).toMatchObject({ ahead_ms, is_frozen: false });
  });

  test("brings back files that were deleted since", async () => {
    const form = new FormData();
    form.set("chat_id", String(world.id("Team")));
    form.set("photo", new Blob([Uint8Array.from(await drawPicture(40, 30, "teal"))]), "a.png");
    const sent = await t.post(`/bot${world.token("guard_bot")}/sendPhoto`, form);
    const { message_id, photo } = sent.body.result;
    await ofWorld("saveSnapshot", { snapshot: "with-photo" });
    await world.bot("guard_bot", "deleteMessage", { chat_id: world.id("Team"), message_id });
    await ofWorld("advanceClock", { seconds: 31 * 86_400 });
    await ofWorld("restoreSnapshot", { snapshot: "with-photo" });
    const file = await world.bot("guard_bot", "getFile", { file_id: photo.at(-1).file_id });
    const path = `/file/bot${world.token("guard_bot")}/${file.body.result.file_path}`;
    expect((await fetch(t.url + path)).status).toBe(200);
  });

  test("is replaced by another one of its name, and refused if there is none", async () => {
    await ofWorld("saveSnapshot", { snapshot: "now" });
    await say("one");
    await ofWorld("saveSnapshot", { snapshot: "now" });
    await say("two");
    await ofWorld("restoreSnapshot", { snapshot: "now" });
    expect(await texts()).toEqual(["one"]);
    const { status, body } = await t.post("/developer/restoreSnapshot", { world: "one", snapshot: "then" });
    expect([status, body.reason]).toEqual([404, "SNAPSHOT_NOT_FOUND"]);
    expect((await t.post("/developer/restoreSnapshot", { snapshot: "now" })).body.reason).toBe("SNAPSHOT_NOT_FOUND");
  });

  test("of the main world keeps its tokens and addresses working", async () => {
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "kept" });
    await develop(t, "saveSnapshot", { snapshot: "start" });
    await t.as("bob", "sendMessage", { chat_id: t.id("Team"), text: "lost" });
    await develop(t, "restoreSnapshot", { snapshot: "start" });
    const { messages } = await t.as("alice", "getHistory", { chat_id: t.id("Team") });
    expect(messages.at(-1)).toMatchObject({ text: "kept" });
    expect((await t.fetch("/readyz")).status).toBe(200);
    expect((await t.fetch("/metrics")).body).toContain("heliogram_connections");
  });

  test("is refused where the store is not in memory", async () => {
    await t.stop();
    t = await startWorld("sqlite", WORLD, { developer: true });
    for (const method of ["saveSnapshot", "restoreSnapshot", "resetWorld", "forkWorld"]) {
      const { body } = await t.post(`/developer/${method}`, { snapshot: method === "forkWorld" ? undefined : "x" });
      expect([method, body.reason]).toEqual([
        method,
        method === "restoreSnapshot" ? "SNAPSHOT_NOT_FOUND" : "NO_SNAPSHOTS",
      ]);
    }
    world = await newWorld(t, { name: "one", content: WORLD });
    await say("in memory");
    await ofWorld("saveSnapshot", { snapshot: "x" });
    expect(await ofWorld("restoreSnapshot", { snapshot: "x" })).toBe(true);
  });
});

describe("setting a world back", () => {
  test("ends the open poll of a bot, which reads every later update", async () => {
    const bot = new Bot(world.token("guard_bot"), { client: { apiRoot: t.url } });
    const seen: string[] = [];
    const heard = new Map<string, () => void>();
    const hears = (text: string) => new Promise<void>((done) => heard.set(text, done));
    bot.on("message:text", ({ message: { text } }) => {
      seen.push(text);
      heard.get(text)?.();
    });
    const running = bot.start({ timeout: 50 });
    const [one, three] = [hears("one"), hears("three")];
    await say("one");
    await one;
    await ofWorld("saveSnapshot", { snapshot: "one" });
    for (const text of ["two", "three"]) await say(text);
    await three;
    await waitingIn(t, "one");
    await ofWorld("restoreSnapshot", { snapshot: "one" });
    const [four, six] = [hears("four"), hears("six")];
    await say("four");
    await four;
    for (const text of ["five", "six"]) await say(text);
    await six;
    await ofWorld("resetWorld");
    const seven = hears("seven");
    await say("seven");
    await seven;
    await bot.stop();
    await running;
    // The snapshot has the first update unconfirmed, so that it is delivered again.
    expect(seen.filter((text) => text !== "one")).toEqual(["two", "three", "four", "five", "six", "seven"]);
  });

  test("closes the web sockets of people, who find the earlier state when they come back", async () => {
    const connect = async () => {
      const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
        headers: { authorization: `Bearer ${world.accessToken("alice")}` },
      });
      const frames: Json[] = [];
      const isClosed = new Promise<number>((done) => socket.once("close", done));
      await new Promise<void>((hello) =>
        socket.on("message", (data: Buffer) => {
          frames.push(JSON.parse(data.toString()));
          hello();
        }),
      );
      return { frames, isClosed, socket };
    };
    await ofWorld("saveSnapshot", { snapshot: "empty" });
    const { isClosed } = await connect();
    await say("gone");
    await ofWorld("restoreSnapshot", { snapshot: "empty" });
    expect(await isClosed).toBe(1001);
    const again = await connect();
    expect(again.frames[0]).toMatchObject({ type: "hello" });
    expect(await texts()).toEqual([]);
    again.socket.terminate();
    await again.isClosed;
  });

  test("brings a client that comes back to the earlier state, also when as much has happened since", async () => {
    const further = await t.further(WORLD);
    const on = { world: further.service.worlds!.list().at(-1)!.world };
    const chat_id = further.id("Team");
    const send = (text: string) => further.as("bob", "sendMessage", { chat_id, text });
    const client = new SecondClient(further, "alice");
    await client.connect();
    await send("kept");
    await develop(t, "saveSnapshot", { ...on, snapshot: "kept" });
    for (const text of ["gone", "gone too"]) await send(text);
    await client.settled();
    client.cut();
    await develop(t, "restoreSnapshot", { ...on, snapshot: "kept" });
    for (const text of ["new", "newer"]) await send(text);
    await client.connect();
    await client.settled();
    const shown = [...client.chats.get(chat_id)!.messages.values()];
    expect(shown.slice(-3)).toEqual(["kept", "new", "newer"]);
    expect(shown).not.toContain("gone");
    client.cut();
  });

  test("begins the lists of calls anew, and their readers go on", async () => {
    await say("listed");
    const { revision } = await ofWorld("listCalls");
    const news = ofWorld("listCalls", { after: revision, timeout: 50 });
    await ofWorld("saveSnapshot", { snapshot: "x" });
    await ofWorld("restoreSnapshot", { snapshot: "x" });
    expect((await news).calls).toEqual([]);
    expect((await ofWorld("listCalls")).calls).toEqual([]);
    await say("more");
    expect((await ofWorld("listCalls", { after: revision })).calls).toMatchObject([{ method: "sendMessage" }]);
  });

  test("to its beginning keeps its tokens", async () => {
    await say("gone");
    expect(await ofWorld("resetWorld")).toBe(true);
    expect(await texts()).toEqual([]);
    await say("new");
    expect(await takeUpdates()).toMatchObject([{ message: { text: "new" } }]);
  });
});

describe("a copy", () => {
  test("has the same ids and messages, other tokens, and no webhooks", async () => {
    await say("copied");
    await world.bot("echo_bot", "setWebhook", { url: "http://127.0.0.1:1/" });
    const copy = testWorld(t, await ofWorld("forkWorld", { name: "two" }));
    expect(copy.people.map(({ id }) => id)).toEqual(world.people.map(({ id }) => id));
    expect(copy.bots.map(({ id }) => id)).toEqual(world.bots.map(({ id }) => id));
    expect(copy.chats).toEqual(world.chats);
    await say("only in the first");
    expect(await texts(copy)).toEqual(["copied"]);
    expect((await copy.bot("echo_bot", "getWebhookInfo")).body.result.url).toBe("");
    expect((await world.bot("echo_bot", "getWebhookInfo")).body.result.url).not.toBe("");
    await copy.person("bob", "sendMessage", { chat_id: copy.id("Team"), text: "only in the second" });
    expect(await texts()).toEqual(["copied", "only in the first"]);
    await develop(t, "resetWorld", { world: "two" });
    expect(await texts(copy)).toEqual(["copied"]);
  });

  test("of a snapshot, with its files", async () => {
    const form = new FormData();
    form.set("chat_id", String(world.id("Team")));
    form.set("document", new Blob(["the content"]), "notes.txt");
    await t.post(`/bot${world.token("guard_bot")}/sendDocument`, form);
    await ofWorld("saveSnapshot", { snapshot: "sent" });
    await ofWorld("resetWorld");
    const copy = testWorld(t, await ofWorld("forkWorld", { snapshot: "sent" }));
    await develop(t, "dropWorld", { world: "one" });
    const { body } = await copy.person("alice", "getHistory", { chat_id: copy.id("Team") });
    const { document, message_id } = body.result.messages.at(-1);
    const forwarded = await copy.bot("guard_bot", "forwardMessage", {
      chat_id: copy.id("Team"),
      from_chat_id: copy.id("Team"),
      message_id,
    });
    expect(forwarded.body.result.document.file_id).not.toBe(document.file_id);
    const file = await copy.bot("guard_bot", "getFile", { file_id: forwarded.body.result.document.file_id });
    const path = `/file/bot${copy.token("guard_bot")}/${file.body.result.file_path}`;
    expect(await (await fetch(t.url + path)).text()).toBe("the content");
  });
});
