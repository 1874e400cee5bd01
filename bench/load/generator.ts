/** The load: a process of its own that speaks HTTP/1.1 over plain sockets, so that it is not what is measured. */
import { keepAsking, open } from "./connection.ts";
import { Histogram } from "./histogram.ts";
import type { Load, Outcome } from "./load.ts";

async function run(load: Load): Promise<Outcome> {
  const requests = load.requests.map((each) => Buffer.from(each));
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)));
  const histogram = new Histogram();
  const from_ms = performance.now() + load.warm_up_ms;
  const until_ms = from_ms + load.window_ms;
  const count = { sent: sockets.length, accepted: 0, answered: 0, bytes: 0 };
  const tell = ({ status, bytes, sent_ms }: { status: number; bytes: number; sent_ms: number }) => {
    const now_ms = performance.now();
    if (status === 200) count.accepted += 1;
    if (now_ms >= from_ms && now_ms < until_ms && status === 200) {
      count.answered += 1;
      count.bytes += bytes;
    }
    if (sent_ms >= from_ms) histogram.add((now_ms - sent_ms) * 1000);
    const goesOn = now_ms < until_ms;
    if (goesOn) count.sent += 1;
    return goesOn;
  };
  let busy = 0;
  setTimeout(() => (busy -= busy_us()), load.warm_up_ms);
  const ended = new Promise((done) => setTimeout(done, load.warm_up_ms + load.window_ms));
  void ended.then(() => (busy += busy_us()));
  await Promise.all(sockets.map((socket, i) => keepAsking(socket, requests, i * 7, tell)));
  await ended;
  return {
    per_second: count.answered / (load.window_ms / 1000),
    sent: count.sent,
    accepted: count.accepted,
    bytes: count.bytes / Math.max(1, count.answered),
    p50_ms: histogram.percentile(0.5),
    p99_ms: histogram.percentile(0.99),
    busy: busy / (load.window_ms * 1000),
  };
}

function busy_us(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

process.on("message", (load: Load) => {
  run(load).then(
    (outcome) => process.send!({ outcome }),
    (error: Error) => process.send!({ error: error.message }),
  );
});
process.on("disconnect", () => process.exit());
