/** The load generator: a separate process that speaks HTTP/1.1 over plain sockets, so that its own cost is small. */
import { requestInLoop, open } from "./connection.ts";
import { Histogram } from "./histogram.ts";
import type { Load, LoadResult } from "./load.ts";

async function run(load: Load): Promise<LoadResult> {
  const requests = load.requests.map((each) => Buffer.from(each));
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const histogram = new Histogram();
  const from_ms = performance.now() + load.warm_up_ms;
  const until_ms = from_ms + load.window_ms;
  const count = { sent: sockets.length, accepted: 0, responses: 0, bytes: 0 };
  const onResponse = ({ status, bytes, sent_ms }: { status: number; bytes: number; sent_ms: number }) => {
    const now_ms = performance.now();
    if (status === 200) count.accepted += 1;
    if (now_ms >= from_ms && now_ms < until_ms && status === 200) {
      count.responses += 1;
      count.bytes += bytes;
    }
    if (sent_ms >= from_ms) histogram.add((now_ms - sent_ms) * 1000);
    const continues = now_ms < until_ms;
    if (continues) count.sent += 1;
    return continues;
  };
  let busy_us = 0;
  setTimeout(() => (busy_us -= cpuTime()), load.warm_up_ms);
  const ended = new Promise((done) => setTimeout(done, load.warm_up_ms + load.window_ms));
  void ended.then(() => (busy_us += cpuTime()));
  await Promise.all(sockets.map((socket, i) => requestInLoop(socket, requests, i * 7, onResponse)));
  await ended;
  return {
    per_second: count.responses / (load.window_ms / 1000),
    sent: count.sent,
    accepted: count.accepted,
    bytes: count.bytes / Math.max(1, count.responses),
    p50_ms: histogram.percentile(0.5),
    p99_ms: histogram.percentile(0.99),
    generator_busy: busy_us / (load.window_ms * 1000),
  };
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

process.on("message", (load: Load) => {
  run(load).then(
    (result) => process.send!({ result }),
    (error: Error) => process.send!({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());
