/** The load: a process of its own that speaks HTTP/1.1 over plain sockets, so that it is not what is measured. */
import { connect, type Socket } from "node:net";
import { Histogram } from "./histogram.ts";

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  /** Whole requests, sent one after another on every connection, each from another place in the list. */
  readonly requests: readonly string[];
}

export interface Outcome {
  readonly answered: number;
  readonly failed: number;
  readonly seconds: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

process.on("message", (load: Load) => {
  void run(load).then((outcome) => process.send!(outcome));
});

async function run(load: Load): Promise<Outcome> {
  const histogram = new Histogram();
  const count = { answered: 0, failed: 0 };
  const requests = load.requests.map((each) => Buffer.from(each));
  const started_ms = performance.now();
  const end_ms = started_ms + load.duration_ms;
  await Promise.all(
    Array.from({ length: load.connections }, (_, i) =>
      keepAsking(load.port, requests, i * 7, end_ms, histogram, count),
    ),
  );
  const seconds = (performance.now() - started_ms) / 1000;
  return { ...count, seconds, p50_ms: histogram.percentile(0.5), p99_ms: histogram.percentile(0.99) };
}

function keepAsking(
  port: number,
  requests: readonly Buffer[],
  first: number,
  end_ms: number,
  histogram: Histogram,
  count: { answered: number; failed: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = first;
    let sent_ms = 0;
    let held: Buffer = Buffer.alloc(0);
    const socket: Socket = connect({ port, host: "127.0.0.1", noDelay: true });
    const ask = () => {
      sent_ms = performance.now();
      socket.write(requests[turn++ % requests.length]!);
    };
    socket.on("connect", ask);
    socket.on("data", (chunk: Buffer) => {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      const size = answerSize(held);
      if (size === undefined || held.length < size) return;
      histogram.add((performance.now() - sent_ms) * 1000);
      if (held.subarray(9, 12).toString("latin1") === "200") count.answered += 1;
      else count.failed += 1;
      held = held.subarray(size);
      if (performance.now() < end_ms) ask();
      else socket.end(() => resolve());
    });
    socket.on("error", reject);
  });
}

/** Bytes of the first answer, once its head is there. */
function answerSize(bytes: Buffer): number | undefined {
  const head = bytes.indexOf("\r\n\r\n");
  if (head < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(bytes.toString("latin1", 0, head))?.[1];
  return head + 4 + Number(length ?? 0);
}
