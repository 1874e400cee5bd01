/** The broadcaster sends each socket of a group or channel what the socket would read by itself. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LONG_RUN } from "../support/long-run.ts";
import { drawPicture } from "../support/media.ts";
import { StreamSocket } from "../support/stream-socket.ts";
import {
  engineIndependent,
  startWorld,
  type Answer,
  type Engine,
  type Json,
  type TestService,
} from "../support/service.ts";

const PEOPLE = ["alice", "bob", "carla", "dave", "erin", "frank"] as const;
/** Alice owns the chats and stays in them. */
const OTHERS = PEOPLE.slice(1);
/** Sockets per person: enough for a broadcaster with all members, and sometimes too few. */
const SCREENS_EACH = 2;

const WORLD = {
  people: PEOPLE.map((username) => ({ name: username, username })),
  bots: [{ name: "Guard", username: "guard_bot", owner: "alice" }],
  chats: [
    { title: "Crew", username: "crew", creator: "alice", members: [...OTHERS, "guard_bot"] },
    { type: "channel", title: "News", username: "crew_news", creator: "alice", members: [...OTHERS] },
  ],
};

/** A chat as one socket has received it. */
interface Seen {
  seq: number;
  isGone: boolean;
}

class Watcher {
  readonly who: string;
  readonly socket: StreamSocket;
  /** Frames that were compared already. */
  taken = 0;
  readonly chats = new Map<number, Seen>();

  constructor(t: TestService, who: string) {
    this.who = who;
    this.socket = new StreamSocket(t, who);
  }

  /** The chat's frames since the last call, once one of them fits. */
  async framesUntil(chat_id: number, isLast: (frame: Json) => boolean): Promise<Json[]> {
    const isOf = (frame: Json) => frame.chat_id === chat_id && ["chat", "joined", "gone"].includes(frame.type);
    await this.socket.until((frame) => isOf(frame) && this.socket.frames.indexOf(frame) >= this.taken && isLast(frame));
    return this.socket.frames.slice(this.taken).filter(isOf);
  }
}

interface Crew {
  readonly t: TestService;
  readonly watchers: readonly Watcher[];
  readonly chats: readonly number[];
  /** A photo in the group, to be copied. */
  readonly photo: number;
  readonly sent: [chat_id: number, message_id: number, who: string][];
}

async function startCrew(engine: Engine): Promise<Crew> {
  const t = await startWorld(engine, WORLD);
  const chats = [t.id("Crew"), t.id("News")];
  const profilePhoto = new FormData();
  profilePhoto.set("photo", new Blob([Uint8Array.from(await drawPicture(200, 100, "teal"))]), "teal.png");
  await t.as("bob", "setProfilePhoto", profilePhoto);
  const form = new FormData();
  form.set("chat_id", String(chats[0]));
  form.set("photo", new Blob([Uint8Array.from(await drawPicture(500, 400, "red"))]), "photo.png");
  const { message_id: photo } = await t.as("alice", "sendPhoto", form);
  const watchers = PEOPLE.flatMap((who) => Array.from({ length: SCREENS_EACH }, () => new Watcher(t, who)));
  for (const watcher of watchers) {
    await watcher.socket.until(({ type }) => type === "hello");
    for (const chat of chats) watcher.chats.set(chat, { seq: await lastSeqOf(t, chat), isGone: false });
  }
  return { t, watchers, chats, photo, sent: [] };
}

async function stopCrew({ t, watchers }: Crew): Promise<void> {
  for (const { socket } of watchers) socket.close();
  await t.stop();
}

async function lastSeqOf(t: TestService, chat_id: number): Promise<number> {
  return (await t.as("alice", "getDifference", { chat_id, seq: 0 })).seq;
}

/** Changes of reactions are shown when so much time has passed. */
const SHOWN_AFTER_MS = 1000;

const KINDS = {
  say: 8,
  answer: 3,
  mention: 2,
  photo: 3,
  edit: 3,
  delete: 3,
  react: 4,
  read: 5,
  pin: 1,
  title: 1,
  rename: 2,
  profile_photo: 1,
  promote: 1,
  leave: 3,
  join: 4,
} as const;

interface Step {
  readonly kind: keyof typeof KINDS;
  readonly who: string;
  readonly chat: number;
  readonly key: string;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...Object.entries(KINDS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Step["kind"]) })),
  ),
  who: fc.constantFrom(...PEOPLE),
  chat: fc.constantFrom(0, 0, 0, 1),
  key: fc.uuid(),
});

/** Some steps are refused and change nothing. */
async function take(crew: Crew, { kind, who, chat, key }: Step): Promise<void> {
  const { t, chats, sent } = crew;
  const chat_id = chats[chat]!;
  const [place, message_id, by] = sent.at(-1) ?? [chat_id, 1, who];
  const call = (method: string, params: object, as = who) => t.person(as, method, { chat_id, ...params });
  const say = async (params: object) => {
    const speaker = chat === 1 ? "alice" : who;
    const headers = { authorization: `Bearer ${t.accessToken(speaker)}`, "idempotency-key": key };
    const { status, body } = await t.post("/api/sendMessage", { chat_id, ...params }, headers);
    if (status === 200) sent.push([chat_id, body.result.message_id, speaker]);
  };
  const steps: Record<Step["kind"], () => Promise<unknown>> = {
    say: () => say({ text: `Hello "${key}" \\u0000` }),
    answer: () => say({ text: "Indeed", reply_parameters: { message_id } }),
    mention: () => say({ text: `Look, @${OTHERS[key.charCodeAt(0) % OTHERS.length]}` }),
    photo: () => call("copyMessage", { from_chat_id: chats[0], message_id: crew.photo }),
    edit: () => call("editMessageText", { chat_id: place, message_id, text: key }, by),
    delete: async () => {
      sent.pop();
      await call("deleteMessage", { chat_id: place, message_id }, by);
    },
    react: () => call("setMessageReaction", { message_id, reaction: reactionOf(key) }),
    read: () => call("readMessages", { message_id: 1_000_000 }),
    pin: () => call("pinChatMessage", { chat_id: place, message_id }, "alice"),
    title: () => call("setChatTitle", { title: key.slice(0, 8) }, "alice"),
    rename: () => call("editProfile", { first_name: key.slice(0, 8) }),
    profile_photo: () => call("deleteProfilePhoto", {}),
    promote: () => call("promoteChatMember", { user_id: t.id(who), can_pin_messages: true }, "alice"),
    leave: () => (who === "alice" ? Promise.resolve() : call("leaveChat", {})),
    join: () => t.person(who, "joinChat", { username: ["crew", "crew_news"][chat] }),
  };
  await steps[kind]();
}

/** Compares the new frames of each socket with what its person reads alone. */
async function compare({ t, watchers, chats }: Crew): Promise<void> {
  const asked = new Map<string, Promise<Answer>>();
  const ask: Ask = (who, chat_id, seq) => {
    const name = `${who} ${chat_id} ${seq}`;
    const answer = asked.get(name) ?? t.person(who, "getDifference", { chat_id, seq });
    asked.set(name, answer);
    return answer;
  };
  for (const watcher of watchers) {
    for (const chat_id of chats)
      await t.advanceUntil(compareChat(ask, watcher, chat_id, watcher.chats.get(chat_id)!), SHOWN_AFTER_MS);
    watcher.taken = watcher.socket.frames.length;
  }
}

/** None, or one of two. */
function reactionOf(key: string): object[] {
  const emoji = ["👍", "🔥"][key.charCodeAt(0) % 3];
  return emoji === undefined ? [] : [{ type: "emoji", emoji }];
}

type Ask = (who: string, chat_id: number, seq: number) => Promise<Answer>;

async function compareChat(ask: Ask, watcher: Watcher, chat_id: number, seen: Seen): Promise<void> {
  const { status, body } = await ask(watcher.who, chat_id, seen.seq);
  if (status !== 200) {
    if (!seen.isGone) await watcher.framesUntil(chat_id, ({ type }) => type === "gone");
    seen.isGone = true;
    return;
  }
  const { seq, events, unread_count, unread_after } = body.result;
  if (seen.isGone) {
    // Events of an absence are not sent; `joined` says where the events begin.
    const frames = await watcher.framesUntil(chat_id, ({ type }) => type === "joined");
    Object.assign(seen, { seq: frames.at(-1).seq, isGone: false });
    return compareChat(ask, watcher, chat_id, seen);
  }
  if (events.length === 0) return;
  const frames = await watcher.framesUntil(chat_id, (frame) => frame.type === "chat" && frame.seq === seq);
  const told = frames.filter((frame) => frame.type === "chat" && frame.seq > seen.seq);
  expect(told.map(withoutCount)).toEqual(events.map((event: Json) => ({ type: "chat", chat_id, ...event })));
  const counted = told.findLast((frame) => frame.unread_count !== undefined);
  if (counted) expect([counted.unread_count, counted.unread_after]).toEqual([unread_count, unread_after]);
  if (told.some(({ kind }) => kind === "message" || kind === "delete")) expect(counted).toBeDefined();
  seen.seq = seq;
}

function withoutCount({ unread_count: _count, unread_after: _after, ...frame }: Json): Json {
  return frame;
}

describe.each(engineIndependent())("sockets of one chat, on %s", (engine) => {
  const numRuns = LONG_RUN ? 5 : 2;

  test(
    "the frames are those that each socket would read by itself, after any history",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
          const crew = await startCrew(engine);
          try {
            for (const each of steps) {
              await take(crew, each);
              await compare(crew);
            }
          } finally {
            await stopCrew(crew);
          }
        }),
        { numRuns },
      );
    },
  );

  describe("at once", () => {
    let crew: Crew;
    let crewChat: number;
    beforeAll(async () => {
      crew = await startCrew(engine);
      crewChat = crew.chats[0]!;
    });
    afterAll(() => stopCrew(crew));

    const framesOf = ({ socket }: Watcher, chat_id: number): Json[] =>
      socket.frames.filter((frame) => frame.type === "chat" && frame.chat_id === chat_id);
    const say = (text: string, who = "alice", chat_id = crewChat) => crew.t.as(who, "sendMessage", { chat_id, text });

    test("unread counts follow reading on another socket, also in channels", async () => {
      const news = crew.chats[1]!;
      const [first] = [await say("First", "alice", news), await say("Second", "alice", news)];
      await crew.t.as("carla", "readMessages", { chat_id: news, message_id: first.message_id });
      const watchers = crew.watchers.filter(({ who }) => who === "carla");
      for (const { socket } of watchers)
        await socket.until((frame) => frame.type === "account" && frame.kind === "read");
      await say("Third", "alice", news);
      for (const { socket } of watchers) {
        const frame = await socket.until(({ message }) => message?.text === "Third");
        expect(frame).toMatchObject({ unread_count: 2, unread_after: first.message_id });
      }
    });

    test("every event comes once and in order under load, and none to a person who has left", async () => {
      const { t, watchers } = crew;
      const before = await lastSeqOf(t, crewChat);
      const storm = Array.from({ length: 120 }, async (_, n) => {
        if (n === 60) await t.as("dave", "leaveChat", { chat_id: crewChat });
        else await say(`Storm ${n}`, ["alice", "bob", "carla"][n % 3]);
      });
      await Promise.all(storm);
      // 119 messages, the departure, and its service message.
      const seq = before + 121;
      const ofErin: Json = await t.as("erin", "getDifference", { chat_id: crewChat, seq });
      const { unread_count, unread_after } = ofErin;
      expect([ofErin.seq, ofErin.events]).toEqual([seq, []]);
      const { messages }: Json = await t.as("alice", "getHistory", { chat_id: crewChat, limit: 100 });
      const left = messages.find((each: Json) => each.left_chat_member);
      for (const watcher of watchers.filter(({ who }) => who === "dave")) {
        await watcher.socket.until(({ type, chat_id }) => type === "gone" && chat_id === crewChat);
        const got = framesOf(watcher, crewChat).map(({ message }) => message?.message_id ?? 0);
        expect(Math.max(...got)).toBeLessThan(left.message_id);
      }
      for (const watcher of watchers.filter(({ who }) => who !== "dave")) {
        await watcher.socket.until((frame) => frame.chat_id === crewChat && frame.seq === seq);
        const seqs = framesOf(watcher, crewChat).map((frame) => frame.seq);
        expect(seqs).toEqual(seqs.map((_, n) => seqs[0] + n));
      }
      for (const watcher of watchers.filter(({ who }) => who === "erin")) {
        const counted = framesOf(watcher, crewChat).findLast((frame) => frame.unread_count !== undefined);
        expect([counted.unread_count, counted.unread_after]).toEqual([unread_count, unread_after]);
      }
    });

    test("chat actions are shown to the other members, with their own file identifiers", async () => {
      const { t, watchers } = crew;
      await t.as("bob", "setTyping", { chat_id: crewChat });
      for (const { who, socket } of watchers) {
        if (who === "bob" || who === "dave") continue;
        const { user } = await socket.until(({ type }) => type === "action");
        expect(user.photo).toBeDefined();
        expect(user).toEqual((await t.as(who, "getProfile", { user_id: t.id("bob") })).user);
      }
      await say("Done");
      for (const { who, socket } of watchers) {
        if (who !== "dave") await socket.until(({ message }) => message?.text === "Done");
        const isShown = socket.frames.some(({ type }) => type === "action");
        expect([who, isShown]).toEqual([who, who !== "bob" && who !== "dave"]);
      }
    });

    test("streamed drafts are shown to all members, the newest to each, and to none who has left", async () => {
      const { t, watchers } = crew;
      const draft = (text: string, draft_id = 1) =>
        t.ok("guard_bot", "sendMessageDraft", { chat_id: crewChat, draft_id, text });
      const isShown = (text: string) => (frame: Json) => frame.type === "streamed_draft" && frame.text === text;
      for (let n = 0; n < 60; n++) await draft(`Draft ${n} `.repeat(50).trim());
      const last = "Draft 59 ".repeat(50).trim();
      for (const { who, socket } of watchers) {
        if (who === "dave") continue;
        const { user, chat_id } = await socket.until(isShown(last));
        expect([chat_id, user.id]).toEqual([crewChat, t.id("guard_bot")]);
      }
      await t.ok("guard_bot", "sendMessage", { chat_id: crewChat, text: "Final" });
      for (const { who, socket } of watchers) {
        if (who === "dave") continue;
        await socket.until(({ type }) => type === "streamed_draft_end");
        const texts = socket.frames.map(({ message, type }) => message?.text ?? type);
        expect(texts.indexOf("streamed_draft_end")).toBeGreaterThan(texts.indexOf("Final"));
      }
      const ofDave = watchers.filter(({ who }) => who === "dave").flatMap(({ socket }) => socket.frames);
      expect(ofDave.some(({ type }) => type === "streamed_draft")).toBe(false);
    });

    test("the number of reads does not depend on the number of sockets", async () => {
      const { t, watchers } = crew;
      /** Reads of the store from the send until every socket has the message. */
      const count = async (text: string, sockets: readonly Watcher[]): Promise<number> => {
        const { db } = t.service;
        const read = db.read.bind(db);
        let reads = 0;
        db.read = (work) => {
          reads += 1;
          return read(work);
        };
        await t.ok("guard_bot", "sendMessage", { chat_id: crewChat, text });
        for (const { socket } of sockets) await socket.until(({ message }) => message?.text === text);
        db.read = read;
        return reads;
      };
      const present = watchers.filter(({ who }) => who !== "dave");
      await count("Warm", present);
      const few = await count("Few", present);
      const more = Array.from({ length: 30 }, () => new Watcher(t, "frank"));
      for (const { socket } of more) await socket.until(({ type }) => type === "hello");
      await count("Warm again", [...present, ...more]);
      expect(await count("Many", [...present, ...more])).toBe(few);
      for (const { socket } of more) socket.close();
    });

    test("a deleted chat disappears from all sockets", async () => {
      const { t, watchers } = crew;
      await t.as("alice", "deleteChat", { chat_id: crewChat });
      for (const { socket } of watchers) {
        await socket.until(({ type, chat_id }) => type === "gone" && chat_id === crewChat);
      }
    });
  });
});
