/**
 * I5: within a second after the answer, or after the fault has ended, what was taken away gets nothing more on any node, and
 * of two polls one is left, the newer.
 */
import type { Entry } from "../history.ts";
import { actionsOf, Disturbances, of } from "./operations.ts";

const FELT_MS = 1000;
/** What the second may be longer by on a machine that is itself late: so many times the lateness that was measured. */
const LAG_TIMES = 4;
const LEAST_LAG_MS = 100;

/** @returns what still worked too late */
export function checkFelt(entries: readonly Entry[]): string[] {
  const disturbances = new Disturbances(entries);
  const revoked = new Map<string, number>();
  for (const { action, outcome, end_ms } of actionsOf(entries, "revoke"))
    if (outcome.how === "ok" && !revoked.has(action.subject)) revoked.set(action.subject, end_ms);
  /** Until when something may still work at a moment; `undefined` where that cannot be judged. */
  const limitAt = (subject: string, at: number): number | undefined => {
    const answered_ms = revoked.get(subject);
    if (answered_ms === undefined) return undefined;
    return limitAfter(disturbances, answered_ms, at);
  };
  return [...checkUses(entries, limitAt), ...checkSockets(entries, limitAt), ...checkPairs(entries, disturbances)];
}

type LimitAt = (subject: string, at: number) => number | undefined;

function limitAfter(disturbances: Disturbances, since_ms: number, at: number): number | undefined {
  if (!disturbances.isCalm(at, at)) return undefined;
  const from_ms = Math.max(since_ms, disturbances.lastOver(at));
  if (!disturbances.isCalm(from_ms, at)) return undefined;
  return from_ms + FELT_MS + Math.max(LEAST_LAG_MS, LAG_TIMES * disturbances.lag(from_ms, at));
}

function checkUses(entries: readonly Entry[], limitAt: LimitAt): string[] {
  const wrong: string[] = [];
  for (const { action, outcome, begin_ms, end_ms } of actionsOf(entries, "use")) {
    if (outcome.how !== "ok") continue;
    const at = action.waits ? end_ms : begin_ms;
    const limit_ms = limitAt(action.subject, at);
    if (limit_ms !== undefined && at > limit_ms)
      wrong.push(`I5: ${action.subject} still worked at ${action.node} ${Math.round(at - limit_ms)} ms too late`);
  }
  return wrong;
}

/** A socket of an ended session is closed; one of a removed member gets nothing more of the chat. */
function checkSockets(entries: readonly Entry[], limitAt: LimitAt): string[] {
  const wrong: string[] = [];
  const subjects = new Map<number, string>();
  for (const { socket, subject } of of(entries, "open")) if (subject !== undefined) subjects.set(socket, subject);
  for (const { socket, frame, at } of of(entries, "frame")) {
    const subject = subjects.get(socket);
    const limit_ms = subject === undefined || frame === "gone" ? undefined : limitAt(subject, at);
    if (limit_ms !== undefined && at > limit_ms)
      wrong.push(`I5: a web socket of ${subject} got a frame (${frame}) ${Math.round(at - limit_ms)} ms too late`);
  }
  for (const { socket, at } of of(entries, "close")) {
    const subject = subjects.get(socket);
    if (!subject?.startsWith("session")) continue;
    const limit_ms = limitAt(subject, at);
    if (limit_ms !== undefined && at > limit_ms)
      wrong.push(`I5: the web socket of ${subject} was closed ${Math.round(at - limit_ms)} ms too late`);
  }
  return wrong;
}

function checkPairs(entries: readonly Entry[], disturbances: Disturbances): string[] {
  const wrong: string[] = [];
  const begun = new Map<number, number>();
  for (const { phase, pair, older_ms, olderLeft, newerEnded, at } of of(entries, "two-polls")) {
    if (phase === "begin") {
      begun.set(pair, at);
      continue;
    }
    const from_ms = begun.get(pair)!;
    const limit_ms = disturbances.isCalm(from_ms, at) ? limitAfter(disturbances, from_ms, at) : undefined;
    if (limit_ms === undefined) continue;
    const calm_ms = Math.round(older_ms - disturbances.lastOver(at));
    const name = `of the two polls of one bot (pair ${pair}, the older sent ${calm_ms} ms after the last fault)`;
    if (newerEnded.startsWith("409")) {
      // A poll that is sent within a second after a fault may be delayed by it, and then begins to wait later.
      if (disturbances.isCalm(older_ms - FELT_MS, at)) wrong.push(`I5: ${name}, the newer was ended`);
    } else if (olderLeft && newerEnded === "" && at > limit_ms)
      wrong.push(`I5: ${name}, both waited ${Math.round(at - from_ms)} ms`);
    else if (at > limit_ms) wrong.push(`I5: ${name}, the older ended ${Math.round(at - limit_ms)} ms too late`);
  }
  return wrong;
}
