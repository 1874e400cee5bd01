/** Gives the same bytes to two services and looks for a difference in what comes back. */
import fc from "fast-check";
import type { TestService } from "../../kit/service.ts";
import { cases, SENTINEL, SENTINEL_TRACE, type Case } from "./cases.ts";
import { Wire } from "./wire.ts";

/** Connections that are open at a time, on each service. */
const CONCURRENCY = 48;
/** Milliseconds in which a server that has more to say begins to. */
const QUIET_MS = 60;

export interface Difference {
  /** Piece by piece. */
  readonly sent: readonly string[];
  readonly own: string;
  readonly node: string;
}

/** @returns the first differences, and how often each status was answered: a comparison of nothing finds nothing */
export async function differences(own: TestService, node: TestService, count: number, seed: number) {
  const todo = fc.sample(cases(own), { numRuns: count, seed });
  const found: Difference[] = [];
  const statuses: Record<string, number> = {};
  const worker = async () => {
    for (let each = todo.pop(); each && found.length < 3; each = todo.pop()) {
      const outcome = await compare(own, node, each);
      if (!isSame(outcome)) found.push(outcome);
      for (const [, status] of outcome.own.matchAll(/HTTP\/1\.1 (\d+)/g))
        statuses[status!] = (statuses[status!] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { found, statuses };
}

/** A busy machine may let a half-closed connection end early on one side: only what differs again is a difference. */
async function compare(own: TestService, node: TestService, each: Case): Promise<Difference> {
  for (let patience = 1; ; patience *= 4) {
    const answers = await Promise.all([answerTo(own, each, patience), answerTo(node, each, patience)]);
    const outcome = { sent: each.pieces.map((piece) => piece.toString("latin1")), own: answers[0], node: answers[1] };
    if (isSame(outcome) || patience > 4) return outcome;
  }
}

const BROKEN = /^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/;

/**
 * What can be answered without its body (a wrong token, a method without parameters) may have been by the time the body
 * turns out to be broken or cut, or not yet. Either way that answer is the last, and the connection is out of step.
 */
function isSame({ own, node }: Difference): boolean {
  if (own === node) return true;
  if (own.includes(SENTINEL_TRACE) || node.includes(SENTINEL_TRACE)) return false;
  const [ours, theirs] = [own, node].map((text) => text.split(/(?=HTTP\/1\.1 \d)/));
  const [a = "", b = ""] = [ours!.pop(), theirs!.pop()];
  return (BROKEN.test(a) || BROKEN.test(b)) && ours!.join("") === theirs!.join("");
}

/** Everything that one service answers, apart from what differs every time. */
async function answerTo(t: TestService, { pieces }: Case, patience: number): Promise<string> {
  const wire = new Wire(t.url);
  for (const piece of [...pieces, Buffer.from(SENTINEL)]) {
    wire.send(piece);
    await new Promise((soon) => setImmediate(soon));
  }
  const answered = wire.hears(SENTINEL_TRACE);
  let cancel = () => {};
  const quiet = new Promise<void>((done) => {
    const timer = setTimeout(done, QUIET_MS * patience);
    cancel = () => clearTimeout(timer);
  });
  await Promise.race([answered, quiet]);
  cancel();
  // Whatever still waits for more learns that there is none: now every server must finish.
  wire.halfClose();
  return withoutChance(await wire.end());
}

/** What was said, apart from the ids of traces and the moment. */
export function withoutChance(said: string): string {
  return said
    .replaceAll(/(X-Trace-Id: |"trace_id":")(?!5e5e)[0-9a-f]{32}/g, "$1…")
    .replaceAll(/Date: [^\r]+/g, "Date: …");
}
