/** Runs cases and reports those whose outcome differs from their row. */
import type { Method } from "heliogram/methods/engine/method.ts";
import type { Answer } from "../support/service.ts";
import type { Case } from "./cases.ts";
import type { Api, Outcome } from "./expected.ts";
import { requestFor, type RequestTarget } from "./requests.ts";
import { CALLER, type ChatFixture, type Fixtures } from "./fixtures.ts";
import { errorOf } from "./error-texts.ts";
import { countChanges } from "./changes.ts";

/** The number of simultaneous calls. */
const CONCURRENCY = 16;

/** Codes that any method can return besides its own (behaviour.md §1). */
const COMMON_CODES = [200, 401, 405, 429];

/** The codes that each method returned. */
export class SeenCodes {
  readonly #pairs = new Set<string>();

  note(api: Api, method: Method, status: number): void {
    this.#pairs.add(`${api} ${method.name} ${status}`);
  }

  /** The differences between the codes that a method returned and those it declares, a sentence each. */
  differences(api: Api, method: Method): string[] {
    const name = `${api} ${method.name}`;
    const declared: readonly number[] = method.codes;
    const returned = [...this.#pairs]
      .filter((pair) => pair.startsWith(`${name} `))
      .map((pair) => Number(pair.split(" ")[2]));
    const never = declared.filter((code) => !returned.includes(code)).map((code) => `${name} never returned ${code}`);
    const other = returned.filter((code) => !declared.includes(code) && !COMMON_CODES.includes(code));
    return [...never, ...other.map((code) => `${name} returned ${code}, which it does not declare`)];
  }
}

/** The difference between a response and the expected outcome, or `undefined`. */
export function mismatch(api: Api, method: Method, expected: Outcome, answer: Answer): string | undefined {
  const { status, body, headers } = answer;
  if (status === 200 || expected === "ok") {
    return status === 200 && expected === "ok" ? undefined : `expected ${expected}, got ${describe(answer)}`;
  }
  const { code, text } = errorOf(expected, method.codes);
  if (![...method.codes, ...COMMON_CODES].includes(status)) return `${status} is not declared: ${describe(answer)}`;
  const enveloped = body.ok === false && body.error_code === status && body.trace_id === headers.get("x-trace-id");
  if (!enveloped) return `not the envelope of an error: ${JSON.stringify(body)}`;
  const matches = api === "bot" ? text.test(String(body.description)) : body.reason === expected;
  return status === code && matches ? undefined : `expected ${expected}, got ${describe(answer)}`;
}

function describe({ status, body }: Answer): string {
  return status === 200 ? "200" : `${status} ${body?.reason ?? ""} ${body?.description ?? JSON.stringify(body)}`;
}

/**
 * The two services of the matrix: in one every call is refused and nothing may change; the other gets all other calls.
 */
export interface Services {
  readonly refused: Fixtures;
  readonly allowed: Fixtures;
}

/** Runs every case of a method. @returns a sentence for each unexpected outcome */
export async function runCases(services: Services, cases: readonly Case[], codes: SeenCodes): Promise<string[]> {
  const faults: string[] = [];
  const runIn = (fixtures: Fixtures) => async (test_case: Case) => {
    const wrong = await runCase(fixtures, test_case, codes);
    if (wrong !== undefined) faults.push(wrong);
  };
  const refused = cases.filter((test_case) => test_case.expected !== "ok");
  // The chats and targets are created first. After this, nothing may change.
  for (const test_case of refused) await prepare(services.refused, test_case);
  const before = await countChanges(services.refused);
  await pooled(refused, runIn(services.refused));
  if ((await countChanges(services.refused)) !== before) {
    faults.push(`${cases[0]?.method.name}: a refused call changed the store`);
  }
  await pooled(
    cases.filter((test_case) => test_case.expected === "ok"),
    runIn(services.allowed),
  );
  return faults;
}

async function prepare(
  fixtures: Fixtures,
  test_case: Case,
): Promise<{ readonly chat_fixture: ChatFixture; readonly target: RequestTarget }> {
  const { method, expected, target } = test_case;
  const keeps = method.effect === "read" || method.sends === true;
  const chat_fixture = await test_case.chat(fixtures, expected === "ok" && !keeps);
  return { chat_fixture, target: typeof target === "function" ? await target(fixtures) : target };
}

async function runCase(fixtures: Fixtures, test_case: Case, codes: SeenCodes): Promise<string | undefined> {
  const { api, method, role, kind, about, expected } = test_case;
  const { chat_fixture, target } = await prepare(fixtures, test_case);
  const params = requestFor(fixtures, chat_fixture, method, api, role, target);
  const { t } = fixtures;
  const answer = await (api === "bot" ? t.bot : t.person).call(t, CALLER[api], method.name, params);
  codes.note(api, method, answer.status);
  const wrong = mismatch(api, method, expected, answer);
  return wrong && `${method.name} of a ${api}, ${role}, in ${kind}, with ${about}: ${wrong}`;
}

async function pooled<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}
