/** A process that calls `getMe` on one connection until it is told to stop, and says how long the answers took. */
import { keepAsking, open } from "../load/connection.ts";
import { quantile } from "../statistics.ts";
import type { Beside, ProbeOrder } from "./gauge.ts";

let isOver = false;
process.on("message", (order: ProbeOrder) => {
  if (order === "stop") isOver = true;
  else
    void probe(order)
      .then(tell)
      .then(() => process.exit());
});

async function probe({ port, token }: Exclude<ProbeOrder, "stop">): Promise<Beside> {
  const request = Buffer.from(`GET /bot${token}/getMe HTTP/1.1\r\nHost: bench\r\n\r\n`);
  const times: number[] = [];
  const socket = await open(port);
  await tell("asking");
  await keepAsking(socket, [request], 0, ({ status, sent_ms }) => {
    if (status !== 200) throw new Error(`getMe was answered ${status}`);
    times.push(performance.now() - sent_ms);
    return !isOver;
  });
  return { p50_ms: quantile(times), p99_ms: quantile(times, 0.99), longest_ms: Math.max(...times) };
}

function tell(what: Beside | "asking"): Promise<void> {
  return new Promise((done) => process.send?.(what, undefined, {}, () => done()));
}
