/** Carries out cells and says which did not come as their row has it. */
import type { Method } from "heliogram/methods/method.ts";
import type { Answer } from "../kit/service.ts";
import type { Cell } from "./cells.ts";
import type { Face, Outcome } from "./expected.ts";
import { requestFor, type Aim } from "./requests.ts";
import { CALLER, type Stage, type Stages } from "./stage.ts";
import { wordsOf } from "./words.ts";

/** Calls under way at once. */
const AT_ONCE = 16;

/** Codes that any method may answer with besides its own (behaviour.md §1). */
const ANYBODY = [200, 401, 405, 429];

/** The codes that were seen of each method. */
export class Seen {
  readonly #pairs = new Set<string>();

  note(face: Face, method: Method, status: number): void {
    this.#pairs.add(`${face} ${method.name} ${status}`);
  }

  /** How what was seen of a method differs from what it declares, a sentence for each code. */
  unlike(face: Face, method: Method): string[] {
    const name = `${face} ${method.name}`;
    const declared: readonly number[] = method.codes;
    const seen = [...this.#pairs]
      .filter((pair) => pair.startsWith(`${name} `))
      .map((pair) => Number(pair.split(" ")[2]));
    const never = declared.filter((code) => !seen.includes(code)).map((code) => `${name} never answered ${code}`);
    const other = seen.filter((code) => !declared.includes(code) && !ANYBODY.includes(code));
    return [...never, ...other.map((code) => `${name} answered ${code}, which it does not declare`)];
  }
}

/** What is wrong with an answer, or `undefined`. */
export function fault(face: Face, method: Method, expected: Outcome, answer: Answer): string | undefined {
  const { status, body, headers } = answer;
  if (status === 200 || expected === "ok") {
    return status === 200 && expected === "ok" ? undefined : `expected ${expected}, got ${shown(answer)}`;
  }
  const { code, text } = wordsOf(expected, method.codes);
  if (![...method.codes, ...ANYBODY].includes(status)) return `${status} is not declared: ${shown(answer)}`;
  const enveloped = body.ok === false && body.error_code === status && body.trace_id === headers.get("x-trace-id");
  if (!enveloped) return `no envelope of a failure: ${JSON.stringify(body)}`;
  const told = face === "bot" ? text.test(String(body.description)) : body.reason === expected;
  return status === code && told ? undefined : `expected ${expected}, got ${shown(answer)}`;
}

function shown({ status, body }: Answer): string {
  return status === 200 ? "200" : `${status} ${body?.reason ?? ""} ${body?.description ?? JSON.stringify(body)}`;
}

/** The two worlds of the matrix: in one every call is refused and nothing may change; the other takes the rest. */
export interface Worlds {
  readonly refused: Stages;
  readonly allowed: Stages;
}

/** Carries out every cell of a method. @returns a sentence for each that came out otherwise */
export async function judge(worlds: Worlds, cells: readonly Cell[], seen: Seen): Promise<string[]> {
  const faults: string[] = [];
  const runIn = (stages: Stages) => async (cell: Cell) => {
    const wrong = await tryCell(stages, cell, seen);
    if (wrong !== undefined) faults.push(wrong);
  };
  const refused = cells.filter((cell) => cell.expected !== "ok");
  // The chats and the aims are made first: from here on nothing may change.
  for (const cell of refused) await prepare(worlds.refused, cell);
  const before = await everything(worlds.refused);
  await pooled(refused, runIn(worlds.refused));
  if ((await everything(worlds.refused)) !== before) {
    faults.push(`${cells[0]?.method.name}: a refused call changed the store`);
  }
  await pooled(
    cells.filter((cell) => cell.expected === "ok"),
    runIn(worlds.allowed),
  );
  return faults;
}

async function prepare(stages: Stages, cell: Cell): Promise<{ readonly stage: Stage; readonly aim: Aim }> {
  const { method, expected, aim } = cell;
  const keeps = method.effect === "read" || method.sends === true;
  const stage = await cell.stage(stages, expected === "ok" && !keeps);
  return { stage, aim: typeof aim === "function" ? await aim(stages) : aim };
}

async function tryCell(stages: Stages, cell: Cell, seen: Seen): Promise<string | undefined> {
  const { face, method, role, where, what, expected } = cell;
  const { stage, aim } = await prepare(stages, cell);
  const params = requestFor(stages, stage, method, face, role, aim);
  const { t } = stages;
  const answer = await (face === "bot" ? t.bot : t.person).call(t, CALLER[face], method.name, params);
  seen.note(face, method, answer.status);
  const wrong = fault(face, method, expected, answer);
  return wrong && `${method.name} of a ${face}, ${role}, in ${where}, upon ${what}: ${wrong}`;
}

async function pooled<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const TABLES = ["account", "bot", "bot_commands", "callback_query", "chat", "counter", "event", "file"];
TABLES.push(
  "chat_setting",
  "bot_access",
  "mention",
  "invite_link",
  "member",
  "message",
  "pinned_message",
  "session",
  "stream",
  "webhook",
  "person",
);
TABLES.push("audit", "invitation", "meta", "password_reset", "username");

/** Everything that is stored, as one text. */
async function everything({ t }: Stages): Promise<string> {
  return t.service.db.read(async (tx) => {
    const all: unknown[] = [];
    for (const table of TABLES) all.push(await tx.all(`select * from ${table}`));
    return JSON.stringify(all);
  });
}
