/** A service whose store has grown: many messages, a person in many chats, a chat of many people. */
import { callAs, call } from "../scenarios/requests.ts";
import { startService, type Service } from "../subjects/service.ts";
import { say, type Said } from "../web/fill.ts";
import { textOf } from "./words.ts";

export interface Size {
  readonly messages: number;
  /** Groups that the messages are in. */
  readonly chats: number;
  /** All groups that Alice is in. */
  readonly listed: number;
  /** Members of the largest group. */
  readonly crowd: number;
}

/** What everything is compared with. */
export const SMALL: Size = { messages: 10_000, chats: 50, listed: 100, crowd: 100 };
/** Messages from which on the rest is as large as the aims say. */
const MANY = 100_000;

/** A large store of so many messages. Below a hundred thousand it only shows that everything can be measured. */
export function large(messages: number): Size {
  const rest = messages < MANY ? { chats: 60, listed: 120, crowd: 120 } : { chats: 500, listed: 2000, crowd: 5000 };
  return { messages, ...rest };
}

/** Whether what takes long is worth its time. */
export function isLarge({ messages }: Size): boolean {
  return messages >= MANY;
}

/** Messages that are said between two looks at the memory they take here. */
const PORTION = 50_000;

interface Identity {
  readonly id: number;
  readonly token: string;
}

export interface Grown {
  readonly size: Size;
  readonly service: Service;
  /** Sees every message and says all of them. */
  readonly bot: Identity;
  /** A member of all groups; the owner of the service. */
  readonly alice: Identity;
  /** The members of the largest group, Alice not among them. */
  readonly crowd: readonly Identity[];
  /** The groups that the messages are in. */
  readonly chats: readonly number[];
  /** The largest group. */
  readonly crowded: number;
  /** Calls a method as the bot. @throws Error if it is refused */
  readonly asBot: (method: string, params: object) => Promise<unknown>;
  /** Calls a method as Alice, or as somebody else. @throws Error if it is refused */
  readonly asPerson: (method: string, params: object, who?: Identity) => Promise<unknown>;
}

/** @throws Error if anything is refused */
export async function grow(size: Size): Promise<Grown> {
  const service = await startService(worldOf(size), ["--database", "sqlite", "--rate-limits", "off"]);
  const { loaded } = service;
  const [alice, ...crowd] = loaded.people.map(({ id, access_token }) => ({ id, token: access_token }));
  const bot = loaded.bots[0]!;
  const all = loaded.chats.map(({ id }) => id);
  const chats = all.slice(0, size.chats);
  await fill(service.port, bot.token, chats, size.messages);
  const quiet = all.slice(size.chats, size.listed);
  await say(
    service.port,
    quiet.map((chat_id, i) => said(bot.token, chat_id, `hello ${i}`)),
  );
  return {
    size,
    service,
    bot,
    alice: alice!,
    crowd,
    chats,
    crowded: all.at(-1)!,
    asBot: (method, params) => call(service.port, bot.token, method, params),
    asPerson: (method, params, who = alice!) => callAs(service.port, who.token, method, params),
  };
}

function worldOf({ chats, listed, crowd }: Size): object {
  const people = Array.from({ length: crowd }, (_, i) => ({ name: `Person ${i}`, username: `person${i}` }));
  const group = (title: string, members: readonly string[]) => ({ title, creator: "alice", members });
  return {
    people: [{ name: "Alice", username: "alice", owner: true }, ...people],
    bots: [{ name: "Load", username: "load_bot", owner: "alice", privacy: false }],
    chats: [
      ...Array.from({ length: chats }, (_, i) => group(`Busy ${i}`, ["load_bot", "person0"])),
      ...Array.from({ length: listed - chats - 1 }, (_, i) => group(`Quiet ${i}`, ["load_bot"])),
      group("Crowd", ["load_bot", ...people.map(({ username }) => username)]),
    ],
  };
}

async function fill(port: number, token: string, chats: readonly number[], count: number): Promise<void> {
  for (let from = 0; from < count; from += PORTION) {
    const portion = Array.from({ length: Math.min(PORTION, count - from) }, (_, n) => {
      const i = from + n;
      return said(token, chats[i % chats.length]!, textOf(i, count));
    });
    await say(port, portion);
  }
}

function said(bot: string, chat_id: number, text: string): Said {
  return { by: { bot }, message: { chat_id, text } };
}
