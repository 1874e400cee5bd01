/** A service with a dataset: many messages, a person in many chats, a chat with many members. */
import { callAs, call } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages, type OutgoingMessage } from "../web/send-messages.ts";
import { textOf } from "./message-text.ts";

export interface DatasetSize {
  readonly messages: number;
  /** Groups with messages of the dataset. */
  readonly chats: number;
  /** Groups that Alice is in. */
  readonly all_chats: number;
  /** Members of the largest group. */
  readonly members: number;
}

/** The dataset that the large one is compared with. */
export const SMALL: DatasetSize = { messages: 10_000, chats: 50, all_chats: 100, members: 100 };
/** Number of messages from which on chats and members have the size that the limits are made for. */
const LARGE_MESSAGES = 100_000;

/** The size of a large dataset. Below 100,000 messages it is only good for testing the benchmark. */
export function largeSize(messages: number): DatasetSize {
  const rest =
    messages < LARGE_MESSAGES
      ? { chats: 60, all_chats: 120, members: 120 }
      : { chats: 500, all_chats: 2000, members: 5000 };
  return { messages, ...rest };
}

/** Whether a dataset is large enough for long measurements. */
export function isLarge({ messages }: DatasetSize): boolean {
  return messages >= LARGE_MESSAGES;
}

/** Messages that are generated at once, which bounds the memory of this process. */
const BATCH = 50_000;

interface Identity {
  readonly id: number;
  readonly token: string;
}

export interface Dataset {
  readonly size: DatasetSize;
  readonly service: Service;
  /** A member of all groups and the sender of all messages. */
  readonly bot: Identity;
  /** A member of all groups and the owner of the service. */
  readonly alice: Identity;
  /** A member of the groups that have one message each. */
  readonly quinn: Identity;
  /** When the service had no message of the groups with many yet, and when it had all, in unix seconds. */
  readonly filled: { readonly from_s: number; readonly until_s: number };
  /** The members of the largest group, except Alice. */
  readonly members: readonly Identity[];
  /** The groups with messages. */
  readonly chats: readonly number[];
  /** The largest group. */
  readonly large_chat: number;
  /** Calls a method as the bot. @throws Error if the call fails */
  readonly asBot: (method: string, params: object) => Promise<unknown>;
  /** Calls a method as Alice, or as `who`. @throws Error if the call fails */
  readonly asPerson: (method: string, params: object, who?: Identity) => Promise<unknown>;
}

/** @throws Error if a call fails */
export async function createDataset(size: DatasetSize): Promise<Dataset> {
  const service = await startService(worldOf(size), ["--database", "sqlite", "--rate-limits", "off"]);
  const { startup } = service;
  const [alice, quinn, ...members] = startup.people.map(({ id, access_token }) => ({ id, token: access_token }));
  const bot = startup.bots[0]!;
  const all = startup.chats.map(({ id }) => id);
  const chats = all.slice(0, size.chats);
  const from_s = unixTime();
  await fill(service.port, bot.token, chats, size.messages);
  const until_s = unixTime();
  const quiet = all.slice(size.chats, size.all_chats);
  await sendMessages(
    service.port,
    quiet.map((chat_id, i) => messageOf(bot.token, chat_id, `hello ${i}`)),
  );
  return {
    size,
    service,
    bot,
    alice: alice!,
    quinn: quinn!,
    filled: { from_s, until_s },
    members,
    chats,
    large_chat: all.at(-1)!,
    asBot: (method, params) => call(service.port, bot.token, method, params),
    asPerson: (method, params, who = alice!) => callAs(service.port, who.token, method, params),
  };
}

function unixTime(): number {
  return Math.floor(Date.now() / 1000);
}

function worldOf({ chats, all_chats, members }: DatasetSize): object {
  const people = Array.from({ length: members }, (_, i) => ({ name: `Person ${i}`, username: `person${i}` }));
  const group = (title: string, members: readonly string[]) => ({ title, creator: "alice", members });
  return {
    people: [{ name: "Alice", username: "alice", owner: true }, { name: "Quinn", username: "quinn" }, ...people],
    bots: [{ name: "Load", username: "load_bot", owner: "alice", privacy: false }],
    chats: [
      ...Array.from({ length: chats }, (_, i) => group(`Busy ${i}`, ["load_bot", "person0"])),
      ...Array.from({ length: all_chats - chats - 1 }, (_, i) => group(`Quiet ${i}`, ["load_bot", "quinn"])),
      group("Crowd", ["load_bot", ...people.map(({ username }) => username)]),
    ],
  };
}

async function fill(port: number, token: string, chats: readonly number[], count: number): Promise<void> {
  for (let from = 0; from < count; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => {
      const i = from + n;
      return messageOf(token, chats[i % chats.length]!, textOf(i, count));
    });
    await sendMessages(port, batch);
  }
}

function messageOf(bot: string, chat_id: number, text: string): OutgoingMessage {
  return { sender: { bot }, message: { chat_id, text } };
}
