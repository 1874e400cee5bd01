/** A bot that sends into all the busy groups: as fast as it is let, or so many times a second. */
import { setTimeout as sleep } from "node:timers/promises";
import { Histogram } from "../load/histogram.ts";
import { keepAsking, open } from "../load/connection.ts";
import { post } from "../scenarios/requests.ts";
import type { Grown } from "./grown.ts";

const CONNECTIONS = 64;
const TEXT = "Message of the usual length, as people write them all day long";

export interface SentFast {
  readonly count: number;
  readonly p99_ms: number;
}

/** Sends for some time, on many connections. @throws Error if anything is refused */
export async function sendFast({ service, bot, chats }: Grown, for_ms: number): Promise<SentFast> {
  const requests = chats.map((chat_id) => Buffer.from(post(`/bot${bot.token}/sendMessage`, { chat_id, text: TEXT })));
  const histogram = new Histogram();
  const until_ms = performance.now() + for_ms;
  let count = 0;
  const tell = ({ status, sent_ms }: { status: number; sent_ms: number }) => {
    if (status !== 200) throw new Error(`sendMessage was answered ${status}`);
    const now_ms = performance.now();
    histogram.add((now_ms - sent_ms) * 1000);
    count += 1;
    return now_ms < until_ms;
  };
  const one = async (i: number) => keepAsking(await open(service.port), requests, i * 7, tell);
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => one(i)));
  return { count, p99_ms: histogram.percentile(0.99) };
}

/** Sends so many a second. @returns how many @throws Error if anything is refused */
export async function sendSlowly({ asBot, chats }: Grown, per_second: number, for_ms: number): Promise<number> {
  const began_ms = performance.now();
  const under_way: Promise<unknown>[] = [];
  for (;;) {
    const passed_ms = performance.now() - began_ms;
    if (passed_ms >= for_ms) break;
    while (under_way.length < (passed_ms / 1000) * per_second) {
      const chat_id = chats[(under_way.length * 7) % chats.length]!;
      under_way.push(asBot("sendMessage", { chat_id, text: TEXT }));
    }
    await sleep(1000 / per_second);
  }
  await Promise.all(under_way);
  return under_way.length;
}
