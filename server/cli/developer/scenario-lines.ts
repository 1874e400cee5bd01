/** Scenarios and their replays as lines of text. */
import type {
  Difference,
  Replay,
  ReplayedAnswer,
  ReplayedStep,
  ScenarioAnswer,
  ScenarioStep,
} from "@heliogram/shared/wire.ts";

/** The most that is shown of one value. */
const MAX_VALUE_LENGTH = 300;

/** The parameters that say what it is about, in the order in which they are shown. */
const TOLD = ["chat_id", "user_id", "message_id", "callback_query_id", "text", "caption", "button", "callback_data"];

type Told = Pick<ScenarioStep, "person" | "does" | "with">;

/** A step and its answers, as they are recorded. */
export function stepLines(step: ScenarioStep, n: number): string[] {
  return [headOf(step, n), ...(step.answers ?? []).map((answer) => `    ${answerLine(answer)}`)];
}

function headOf({ person, does, with: values }: Told, n: number): string {
  return `step ${n}  ${[person, does, ...toldOf(values)].join("  ")}`;
}

function answerLine({ bot, calls, with: values, refused }: ScenarioAnswer): string {
  const refusal = refused === undefined ? [] : [`refused: ${refused}`];
  return [bot, calls, ...toldOf(values), ...refusal].join("  ");
}

function toldOf(values: Readonly<Record<string, unknown>> = {}): string[] {
  const told = TOLD.filter((name) => values[name] !== undefined);
  return told.map((name) => (name.endsWith("_id") ? String(values[name]) : shown(values[name])));
}

/** Each step with its answers: what was recorded alone begins with `-`, what came instead with `+`. */
export function replayLines(replay: Replay): string[] {
  const lines = replay.steps.flatMap((step, i) => replayedLines(step, i + 1));
  if (replay.stopped !== undefined) lines.push(replay.stopped);
  lines.push(summaryOf(replay));
  return lines;
}

function replayedLines(step: ReplayedStep, n: number): string[] {
  if (step.outcome === "not_played") return [`${headOf(step, n)}  (not played)`];
  const problem = step.problem === undefined ? [] : [`  ! ${step.problem}`];
  return [headOf(step, n), ...problem, ...step.answers.flatMap(comparedLines)];
}

function comparedLines({ outcome, recorded, actual, differences = [] }: ReplayedAnswer): string[] {
  if (outcome === "missing") return [`  - ${answerLine(recorded!)}`];
  if (outcome === "extra") return [`  + ${answerLine(actual!)}`];
  if (outcome === "equal") return [`    ${answerLine(recorded!)}`];
  return [`  ~ ${recorded!.bot}  ${recorded!.calls}`, ...differences.flatMap(differenceLines)];
}

function differenceLines(difference: Difference): string[] {
  const path = difference.path.replace(/^with\./, "");
  const line = (sign: string, value: unknown) => `      ${sign} ${path}: ${shown(value)}`;
  return [
    ...("recorded" in difference ? [line("-", difference.recorded)] : []),
    ...("actual" in difference ? [line("+", difference.actual)] : []),
  ];
}

function summaryOf({ is_equal, steps }: Replay): string {
  const answers = steps.flatMap((step) => step.answers);
  if (is_equal) return `equal: ${counted(steps.length, "step")}, ${counted(answers.length, "answer")}`;
  const count = (outcome: string) => answers.filter((answer) => answer.outcome === outcome).length;
  const failed = steps.filter(({ outcome }) => outcome === "failed").length;
  const unplayed = steps.filter(({ outcome }) => outcome === "not_played").length;
  const parts = [
    ...["changed", "missing", "extra"].map((outcome) => [count(outcome), outcome] as const),
    [failed, failed === 1 ? "step failed" : "steps failed"] as const,
    [unplayed, unplayed === 1 ? "step not played" : "steps not played"] as const,
  ];
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
  return `different: ${told.join(", ")}`;
}

export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
