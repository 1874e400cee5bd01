/** A child process that calls `getMe` on one connection until it is stopped, and sends the latencies. */
import { requestInLoop, open } from "../load/connection.ts";
import { quantile } from "../statistics.ts";
import type { ProbeLatency, ProbeCommand } from "./workload.ts";

let isStopped = false;
process.on("message", (command: ProbeCommand) => {
  if (command === "stop") isStopped = true;
  else
    void probe(command)
      .then(send)
      .then(() => process.exit());
});

async function probe({ port, token }: Exclude<ProbeCommand, "stop">): Promise<ProbeLatency> {
  const request = Buffer.from(`GET /bot${token}/getMe HTTP/1.1\r\nHost: bench\r\n\r\n`);
  const times: number[] = [];
  const socket = await open(port);
  await send("started");
  await requestInLoop(socket, [request], 0, ({ status, sent_ms }) => {
    if (status !== 200) throw new Error(`getMe returned status ${status}`);
    times.push(performance.now() - sent_ms);
    return !isStopped;
  });
  return { p50_ms: quantile(times), p99_ms: quantile(times, 0.99), longest_ms: quantile(times, 1) };
}

function send(message: ProbeLatency | "started"): Promise<void> {
  return new Promise((done) => process.send?.(message, undefined, {}, () => done()));
}
