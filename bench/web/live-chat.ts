/** A service where somebody has a thousand groups, in one of which bots speak all the time. */
import { setTimeout as sleep } from "node:timers/promises";
import { call, callAs } from "../scenarios/requests.ts";
import { startService, type Service } from "../subjects/service.ts";
import { say, type Speaker } from "./fill.ts";

const GROUPS = 1000;
const BOTS = 8;
/** Of so many messages, one is for another chat. */
const ELSEWHERE = 5;

export interface LiveChat {
  readonly service: Service;
  readonly access_token: string;
  readonly chat_id: number;
  /** Says so many things in the chat, as fast as they are taken. */
  fill(messages: number): Promise<void>;
  /** Says so many things at an even pace, most of them in the chat. @returns the text of the last one in it */
  speak(messages: number, a_second: number): Promise<string>;
  /** How much is unread in all chats together, as the service counts. */
  unread(): Promise<number>;
}

/** @throws Error if anything is refused */
export async function startLiveChat(): Promise<LiveChat> {
  const bots = Array.from({ length: BOTS }, (_, i) => ({ name: `Speaker ${i}`, username: `speaker${i}_bot` }));
  const everywhere = bots[0]!.username;
  const chats = Array.from({ length: GROUPS }, (_, i) => ({
    title: `Group number ${i}`,
    creator: "alice",
    members: i === 0 ? bots.map(({ username }) => username) : [everywhere],
  }));
  const world = { people: [{ name: "Alice", username: "alice" }], bots, chats };
  const service = await startService(world, ["--database", "sqlite", "--rate-limits", "off"]);
  const { port, loaded } = service;
  const { access_token } = loaded.people[0]!;
  const [{ id: chat_id }, ...others] = loaded.chats as [{ id: number }, ...{ id: number }[]];
  const speakers: Speaker[] = loaded.bots.map(({ token }) => ({ bot: token }));
  let said = 0;
  const next = () => textOf(said++);
  await say(
    port,
    others.map(({ id }, i) => ({ by: speakers[0]!, message: { chat_id: id, text: textOf(i) } })),
  );
  return {
    service,
    access_token,
    chat_id,
    fill: (messages) =>
      say(
        port,
        Array.from({ length: messages }, (_, i) => ({
          by: speakers[Math.floor(i / 3) % BOTS]!,
          message: { chat_id, text: next() },
        })),
      ),
    async speak(messages, a_second) {
      const begun_ms = performance.now();
      const sent: Promise<unknown>[] = [];
      let last = "";
      for (let i = 0; i < messages; i++) {
        await sleep(Math.max(0, begun_ms + (i * 1000) / a_second - performance.now()));
        const isElsewhere = i % ELSEWHERE === 1;
        const text = next();
        if (!isElsewhere) last = text;
        const { id } = isElsewhere ? others[(i * 37) % others.length]! : { id: chat_id };
        const { token } = loaded.bots[isElsewhere ? 0 : Math.floor(i / 3) % BOTS]!;
        sent.push(call(port, token, "sendMessage", { chat_id: id, text }));
      }
      await Promise.all(sent);
      return last;
    },
    async unread() {
      const list = (await callAs(port, access_token, "listChats", {})) as { chats: { unread_count: number }[] };
      return list.chats.reduce((sum, { unread_count }) => sum + unread_count, 0);
    },
  };
}

/** Short and long, each by a number that no other one has. */
function textOf(i: number): string {
  return `Number ${i}. ${"Some words of the usual length. ".repeat(i % 4)}`.trim();
}
