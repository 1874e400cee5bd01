/** Which faults come when: decided by a seed alone, so that a run can be repeated. */
import type { Random } from "heliogram/ports/random.ts";
import { kindOf, type Fault, type FaultKind } from "./kinds.ts";

/** One or two faults at the same time, and then a pause in which nothing is broken. */
export interface Round {
  readonly faults: readonly Fault[];
  readonly calm_ms: number;
}

/** Two faults at once in this part of the rounds. */
const PAIRS = 0.45;
/** Most pauses are short; in this part of the rounds one is long enough to see what must be felt within a second. */
const LONG_PAUSES = 0.2;
const SHORT_MS = 400;
const LONG_MS = 3000;

/** Rounds without end. Every kind comes in turn as often as its weight says, in an order that chance decides. */
export function* planOf(random: Random, kinds: readonly FaultKind[], nodes: number): Generator<Round> {
  const draw = drawing(random, kinds);
  for (;;) {
    const faults = [faultOf(draw(), random, nodes)];
    if (random.fraction() < PAIRS) {
      const second = faultOf(draw(), random, nodes);
      if (mayOverlap(faults[0]!, second)) faults.push(second);
    }
    const calm_ms = random.fraction() < LONG_PAUSES ? LONG_MS : SHORT_MS + random.fraction() * SHORT_MS;
    yield { faults, calm_ms: Math.round(calm_ms) };
  }
}

/** Faults of different parts, or of different nodes, may be there at the same time. */
function mayOverlap(one: Fault, other: Fault): boolean {
  const [part, otherPart] = [kindOf(one.kind).part, kindOf(other.kind).part];
  return part !== otherPart || (part === "node" && one.node !== other.node);
}

function faultOf(kind: FaultKind, random: Random, nodes: number): Fault {
  const [least, most] = kindOf(kind).lasts_ms;
  const node = Math.floor(random.fraction() * nodes);
  const hold_ms = Math.round(least + random.fraction() * (most - least));
  return { kind, node, hold_ms, chance: random.fraction() };
}

/** Draws from a bag that holds each kind as often as its weight says, and is filled again when it is empty. */
function drawing(random: Random, kinds: readonly FaultKind[]): () => FaultKind {
  let bag: FaultKind[] = [];
  return () => {
    if (bag.length === 0) bag = kinds.flatMap((kind) => Array.from({ length: kindOf(kind).weight }, () => kind));
    return bag.splice(Math.floor(random.fraction() * bag.length), 1)[0]!;
  };
}
