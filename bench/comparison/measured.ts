/** What is compared between builds: one row for each kind of work. */
import { FILE_BYTES } from "../load/big-file.ts";
import type { Generator } from "../load/load.ts";
import { openScreens, type Screens } from "../load/screens.ts";
import { documentTransfer, sendSmallDocument } from "../benchmarks/file-transfers.ts";
import { getMe } from "../scenarios/get-me.ts";
import { getUpdates } from "../scenarios/get-updates.ts";
import { call, post } from "../scenarios/requests.ts";
import { sendMessage } from "../scenarios/send-message.ts";
import type { Audience, BuildTarget } from "./target.ts";

/** What one piece of work took, apart from processor time, which is taken around it. */
export interface Work {
  /** Calls, frames or starts. */
  readonly count: number;
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

export interface WorkOptions {
  readonly generator: Generator;
  readonly window_ms: number;
  readonly round: number;
}

export interface Measured {
  readonly name: string;
  /** Prepares a target before the first round. @returns what undoes it */
  prepare?(target: BuildTarget): Promise<() => Promise<void>>;
  work(target: BuildTarget, options: WorkOptions): Promise<Work>;
}

const WARM_UP_MS = 150;

/** The rows that are measured on both engines. */
export const SENDS: readonly Measured[] = [64, 256].map((connections) => {
  const { name, requests } = sendMessage(connections);
  return calls(name, connections, ({ accounts }) => requests(accounts));
});

/** The rows that are measured on SQLite. */
export const CALLS: readonly Measured[] = [
  calls("getMe", 64, ({ accounts }) => getMe.requests(accounts)),
  { ...pending(1), prepare: fillQueue },
  { ...pending(100), prepare: fillQueue },
  screens("a person's send to ten screens", 10, (target, chat_id) => asPerson(target, "sendMessage", message(chat_id))),
  screens("a frame to a hundred screens", 100, (target, chat_id) =>
    post(`/bot${target.accounts.sender}/sendMessage`, message(chat_id)),
  ),
  calls("listChats", 16, (target) => [asPerson(target, "listChats", {})]),
  calls("getHistory", 16, (target) => [asPerson(target, "getHistory", { chat_id: target.accounts.chats[0]! })]),
  {
    name: "an upload of 100 MB",
    async prepare(target) {
      await sendSmallDocument(target);
      return async () => {};
    },
    async work(target, { round }) {
      const began_ms = performance.now();
      await documentTransfer(target).up(round);
      return once(performance.now() - began_ms, FILE_BYTES / 1_000_000);
    },
  },
  { name: "a start", work: async (target) => once(await target.restart()) },
];

function message(chat_id: number) {
  return { chat_id, text: "A message of the usual length, as people write them all day long" };
}

function asPerson({ person }: BuildTarget, method: string, params: object): string {
  return post(`/api/${method}`, params, { Authorization: `Bearer ${person}` });
}

/** Work that is done one at a time. `amount` is what is counted by rate. */
function once(ms: number, amount = 1): Work {
  return { count: 1, per_second: (amount * 1000) / ms, p50_ms: ms, p99_ms: ms };
}

/** @throws Error in its work if a call fails */
function calls(name: string, connections: number, requests: (target: BuildTarget) => readonly string[]): Measured {
  return {
    name,
    async work(target, { generator, window_ms }) {
      const load = { port: target.port, connections, warm_up_ms: WARM_UP_MS, window_ms, requests: requests(target) };
      const result = await generator.run(load);
      if (result.accepted !== result.sent)
        throw new Error(`${target.name} failed ${result.sent - result.accepted} calls of ${name}`);
      return { ...result, count: result.sent };
    },
  };
}

/** Polls of updates that stay pending, because no offset confirms them. */
function pending(limit: number): Measured {
  return calls(`getUpdates of ${limit}`, 16, ({ accounts }) => [post(`/bot${accounts.poller}/getUpdates`, { limit })]);
}

async function fillQueue(target: BuildTarget): Promise<() => Promise<void>> {
  const { port, accounts } = target;
  const updates = (await call(port, accounts.poller, "getUpdates", { limit: 100 })) as unknown[];
  if (updates.length < 100) await getUpdates.prepare!(target);
  return async () => {};
}

/** Messages to a group of people with open screens, on one connection. The work ends when all screens have all messages. */
function screens(name: string, size: Audience, request: (target: BuildTarget, chat_id: number) => string): Measured {
  const open = new Map<BuildTarget, Screens>();
  return {
    name,
    async prepare(target) {
      const { tokens } = target.audience(size);
      open.set(target, await openScreens(target.port, tokens));
      return async () => {
        await open.get(target)?.close();
        open.delete(target);
      };
    },
    async work(target, { generator, window_ms }) {
      const { chat_id } = target.audience(size);
      const requests = [request(target, chat_id)];
      const load = { port: target.port, connections: 4, warm_up_ms: 0, window_ms, requests };
      const result = await generator.run(load);
      await open.get(target)!.waitForFrames(result.accepted * size);
      return { ...result, count: result.accepted * size, per_second: result.per_second * size };
    },
  };
}
