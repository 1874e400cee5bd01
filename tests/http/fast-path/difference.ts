/** Sends the same bytes to two services and compares the responses. */
import fc from "fast-check";
import type { TestService } from "../../support/service.ts";
import { cases, SENTINEL, SENTINEL_TRACE, type Case } from "./cases.ts";
import { Wire } from "./wire.ts";

/** Open connections at a time, to each service. */
const CONCURRENCY = 48;
/** Milliseconds within which a server begins its next response. */
const QUIET_MS = 60;
/** A difference counts only if it occurs again when a server has this many times as long. */
const MOST_PATIENCE = 64;

export interface Difference {
  /** By piece. */
  readonly sent: readonly string[];
  readonly own: string;
  readonly node: string;
}

/** @returns the first differences, and the number of responses by status, which proves that something was compared */
export async function differences(
  own: TestService,
  node: TestService,
  count: number,
  seed: number,
  most_patience = MOST_PATIENCE,
) {
  const todo = fc.sample(cases(own), { numRuns: count, seed });
  const found: Difference[] = [];
  const statuses: Record<string, number> = {};
  const worker = async () => {
    for (let each = todo.pop(); each && found.length < 3; each = todo.pop()) {
      const outcome = await compare(own, node, each, most_patience);
      if (!isSame(outcome)) found.push(outcome);
      for (const [, status] of outcome.own.matchAll(/HTTP\/1\.1 (\d+)/g))
        statuses[status!] = (statuses[status!] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return { found, statuses };
}

/** On a busy machine a half-closed connection may end early on one side: a difference must occur again and again. */
async function compare(own: TestService, node: TestService, each: Case, most_patience: number): Promise<Difference> {
  for (let patience = 1; ; patience *= 4) {
    const answers = await Promise.all([answerTo(own, each, patience), answerTo(node, each, patience)]);
    const outcome = { sent: each.pieces.map((piece) => piece.toString("latin1")), own: answers[0], node: answers[1] };
    if (isSame(outcome) || patience >= most_patience) return outcome;
  }
}

const BROKEN = /^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/;

/**
 * A response that needs no body (a wrong token, a method without parameters) may be sent before the body turns out to
 * be invalid or incomplete. In either case it is the last one on the connection.
 */
function isSame({ own, node }: Difference): boolean {
  if (own === node) return true;
  if (own.includes(SENTINEL_TRACE) || node.includes(SENTINEL_TRACE)) return false;
  const [ours, theirs] = [own, node].map((text) => text.split(/(?=HTTP\/1\.1 \d)/));
  const [a = "", b = ""] = [ours!.pop(), theirs!.pop()];
  return (BROKEN.test(a) || BROKEN.test(b)) && ours!.join("") === theirs!.join("");
}

/** All responses of a service, without the parts that vary. */
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
  // After the half-close every server finishes.
  wire.halfClose();
  return withoutChance(await wire.end());
}

/** The responses without trace ids and dates. */
export function withoutChance(said: string): string {
  return said
    .replaceAll(/(X-Trace-Id: |"trace_id":")(?!5e5e)[0-9a-f]{32}/g, "$1…")
    .replaceAll(/Date: [^\r]+/g, "Date: …");
}
