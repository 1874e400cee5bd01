/** Compares the answers of a scenario with those that bots gave when it was played. */
import type { Difference, ReplayedAnswer, ScenarioAnswer, ScenarioStep } from "@heliogram/shared/wire.ts";

/** A bot sets dates by its own clock, and both are cut to seconds. */
const DATE_TOLERANCE_S = 2;
const DURATION = /^in (\d+) s$/;
/** Answers of one bot up to which all alignments are tried. Longer ones are compared by their order. */
const MAX_ALIGNED = 1000;

interface Placed {
  readonly step: number;
  readonly answer: ScenarioAnswer;
}

/** The answers of each step. Bots are compared one by one: their order among each other is a matter of chance. */
export function compareAnswers(recorded: readonly ScenarioStep[], actual: readonly ScenarioStep[]): ReplayedAnswer[][] {
  const compared: ReplayedAnswer[][] = recorded.map(() => []);
  const all = [...placed(recorded), ...placed(actual)];
  for (const bot of new Set(all.map(({ answer }) => answer.bot))) {
    const of = (steps: readonly ScenarioStep[]) => placed(steps).filter(({ answer }) => answer.bot === bot);
    for (const { step, answer } of align(of(recorded), of(actual))) compared[step]!.push(answer);
  }
  return compared;
}

function placed(steps: readonly ScenarioStep[]): Placed[] {
  return steps.flatMap(({ answers = [] }, step) => answers.map((answer) => ({ step, answer })));
}

interface Compared {
  readonly step: number;
  readonly answer: ReplayedAnswer;
}

/** The longest common sequence is equal; between its parts, calls of the same method are pairs. */
function align(recorded: readonly Placed[], actual: readonly Placed[]): Compared[] {
  const compared: Compared[] = [];
  let [i, j] = [0, 0];
  for (const [equal_i, equal_j] of [...commonPairs(recorded, actual), [recorded.length, actual.length] as const]) {
    compared.push(...pairUp(recorded.slice(i, equal_i), actual.slice(j, equal_j)));
    if (equal_i < recorded.length) {
      const { step, answer } = recorded[equal_i]!;
      compared.push({ step, answer: { outcome: "equal", recorded: answer, actual: actual[equal_j]!.answer } });
    }
    [i, j] = [equal_i + 1, equal_j + 1];
  }
  return compared;
}

/** The places of a longest common sequence. */
function commonPairs(recorded: readonly Placed[], actual: readonly Placed[]): (readonly [number, number])[] {
  const isEqual = (i: number, j: number) => differences(recorded[i]!.answer, actual[j]!.answer).length === 0;
  if (recorded.length * actual.length > MAX_ALIGNED ** 2) {
    const shorter = Math.min(recorded.length, actual.length);
    return Array.from({ length: shorter }, (_, i) => [i, i] as const).filter(([i, j]) => isEqual(i, j));
  }
  const width = actual.length + 1;
  const lengths = new Uint32Array((recorded.length + 1) * width);
  const equal = new Uint8Array(lengths.length);
  for (let i = recorded.length - 1; i >= 0; i--)
    for (let j = actual.length - 1; j >= 0; j--) {
      const at = i * width + j;
      equal[at] = isEqual(i, j) ? 1 : 0;
      lengths[at] = equal[at] ? lengths[at + width + 1]! + 1 : Math.max(lengths[at + width]!, lengths[at + 1]!);
    }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < recorded.length && j < actual.length;) {
    const at = i * width + j;
    if (equal[at]) pairs.push([i++, j++]);
    else if (lengths[at + width]! >= lengths[at + 1]!) i++;
    else j++;
  }
  return pairs;
}

function pairUp(recorded: readonly Placed[], actual: readonly Placed[]): Compared[] {
  const rest = [...actual];
  const compared: Compared[] = recorded.map(({ step, answer }) => {
    const at = rest.findIndex((other) => other.answer.calls === answer.calls);
    if (at < 0) return { step, answer: { outcome: "missing", recorded: answer } };
    const [other] = rest.splice(at, 1);
    const found = differences(answer, other!.answer);
    return { step, answer: { outcome: "changed", recorded: answer, actual: other!.answer, differences: found } };
  });
  const extra: Compared[] = rest.map(({ step, answer }) => ({ step, answer: { outcome: "extra", actual: answer } }));
  return [...compared, ...extra];
}

function differences(recorded: ScenarioAnswer, actual: ScenarioAnswer): Difference[] {
  return differ("", recorded, actual);
}

function differ(path: string, recorded: unknown, actual: unknown): Difference[] {
  if (isAlike(recorded, actual)) return [];
  if (!isObject(recorded) || !isObject(actual) || Array.isArray(recorded) !== Array.isArray(actual))
    return [
      {
        path,
        ...(recorded === undefined ? {} : { recorded }),
        ...(actual === undefined ? {} : { actual }),
      },
    ];
  const keys = new Set([...Object.keys(recorded), ...Object.keys(actual)]);
  return [...keys].flatMap((key) => {
    const inner = Array.isArray(recorded) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`;
    return differ(inner, recorded[key], actual[key]);
  });
}

/** Whether a value is as recorded, or matches what somebody has written in its place. */
function isAlike(recorded: unknown, actual: unknown): boolean {
  if (Object.is(recorded, actual)) return true;
  const pattern = patternOf(recorded);
  if (pattern !== undefined) return typeof actual === "string" && pattern.test(actual);
  const [, before] = DURATION.exec(String(recorded)) ?? [];
  const [, after] = DURATION.exec(String(actual)) ?? [];
  if (before === undefined || after === undefined) return false;
  return Math.abs(Number(before) - Number(after)) <= DATE_TOLERANCE_S;
}

/** Of `{ matches: "Order \\d+" }`: the whole text matches this regular expression. @throws SyntaxError */
export function patternOf(value: unknown): RegExp | undefined {
  if (!isObject(value) || Object.keys(value).length !== 1 || typeof value.matches !== "string") return undefined;
  return new RegExp(`^(?:${value.matches})$`, "su");
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
