/** Starts a service in which one person has many groups, one of them with a steady flow of messages of bots. */
import { setTimeout as sleep } from "node:timers/promises";
import { call, callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../targets/service.ts";
import { sendMessages, type Speaker } from "./send-messages.ts";

const BOTS = 8;
/** One of this many messages goes to another chat. */
const ELSEWHERE = 5;

export interface LiveChat {
  readonly service: Service;
  readonly access_token: string;
  readonly chat_id: number;
  /** Sends messages to the chat at full speed. */
  fill(messages: number): Promise<void>;
  /** Sends messages at a constant rate, most of them to the chat. @returns the text of the last one in the chat */
  sendPaced(messages: number, a_second: number): Promise<string>;
  /** The sum of the unread counts of all chats, by the service. */
  unreadCount(): Promise<number>;
}

/** @throws Error if a call fails */
export async function startLiveChat(groups: number): Promise<LiveChat> {
  const bots = Array.from({ length: BOTS }, (_, i) => ({ name: `Speaker ${i}`, username: `speaker${i}_bot` }));
  const everywhere = bots[0]!.username;
  const chats = Array.from({ length: groups }, (_, i) => ({
    title: `Group number ${i}`,
    creator: "alice",
    members: i === 0 ? bots.map(({ username }) => username) : [everywhere],
  }));
  const world = { people: [{ name: "Alice", username: "alice" }], bots, chats };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const { port, startup } = service;
  const { access_token } = startup.people[0]!;
  const [{ id: chat_id }, ...others] = startup.chats as [{ id: number }, ...{ id: number }[]];
  const speakers: Speaker[] = startup.bots.map(({ token }) => ({ bot: token }));
  let sent_count = 0;
  const next = () => textOf(sent_count++);
  await sendMessages(
    port,
    others.map(({ id }, i) => ({ sender: speakers[0]!, message: { chat_id: id, text: textOf(i) } })),
  );
  return {
    service,
    access_token,
    chat_id,
    fill: (messages) =>
      sendMessages(
        port,
        Array.from({ length: messages }, (_, i) => ({
          sender: speakers[Math.floor(i / 3) % BOTS]!,
          message: { chat_id, text: next() },
        })),
      ),
    async sendPaced(messages, a_second) {
      const begun_ms = performance.now();
      const sent: Promise<unknown>[] = [];
      let last = "";
      for (let i = 0; i < messages; i++) {
        await sleep(Math.max(0, begun_ms + (i * 1000) / a_second - performance.now()));
        const isElsewhere = i % ELSEWHERE === 1;
        const text = next();
        if (!isElsewhere) last = text;
        const { id } = isElsewhere ? others[(i * 37) % others.length]! : { id: chat_id };
        const { token } = startup.bots[isElsewhere ? 0 : Math.floor(i / 3) % BOTS]!;
        sent.push(call(port, token, "sendMessage", { chat_id: id, text }));
      }
      await Promise.all(sent);
      return last;
    },
    async unreadCount() {
      const list = (await callAs(port, access_token, "listChats", {})) as { chats: { unread_count: number }[] };
      return list.chats.reduce((sum, { unread_count }) => sum + unread_count, 0);
    },
  };
}

/** A short or long text with a unique number. */
function textOf(i: number): string {
  return `Number ${i}. ${"Some words of the usual length. ".repeat(i % 4)}`.trim();
}
