/** A bot that sends to all groups with messages, at full speed or at a fixed rate. */
import { setTimeout as sleep } from "node:timers/promises";
import { Histogram } from "../load/histogram.ts";
import { requestInLoop, open } from "../load/connection.ts";
import { post } from "../scenarios/requests.ts";
import type { Dataset } from "./dataset.ts";

const CONNECTIONS = 64;
const TEXT = "Message of the usual length, as people write them all day long";

export interface SentFast {
  readonly count: number;
  readonly p99_ms: number;
}

/** Sends at full speed for `for_ms`, on many connections. @throws Error if a call fails */
export async function sendFast({ service, bot, chats }: Dataset, for_ms: number): Promise<SentFast> {
  const requests = chats.map((chat_id) => Buffer.from(post(`/bot${bot.token}/sendMessage`, { chat_id, text: TEXT })));
  const histogram = new Histogram();
  const until_ms = performance.now() + for_ms;
  let count = 0;
  const onResponse = ({ status, sent_ms }: { status: number; sent_ms: number }) => {
    if (status !== 200) throw new Error(`sendMessage returned status ${status}`);
    const now_ms = performance.now();
    histogram.add((now_ms - sent_ms) * 1000);
    count += 1;
    return now_ms < until_ms;
  };
  const connect = async (i: number) => requestInLoop(await open(service.port), requests, i * 7, onResponse);
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, i) => connect(i)));
  return { count, p99_ms: histogram.percentile(0.99) };
}

/** Sends at a fixed rate. @returns the number of messages @throws Error if a call fails */
export async function sendSlowly({ asBot, chats }: Dataset, per_second: number, for_ms: number): Promise<number> {
  const began_ms = performance.now();
  const calls: Promise<unknown>[] = [];
  for (;;) {
    const passed_ms = performance.now() - began_ms;
    if (passed_ms >= for_ms) break;
    while (calls.length < (passed_ms / 1000) * per_second) {
      const chat_id = chats[(calls.length * 7) % chats.length]!;
      calls.push(asBot("sendMessage", { chat_id, text: TEXT }));
    }
    await sleep(1000 / per_second);
  }
  await Promise.all(calls);
  return calls.length;
}
