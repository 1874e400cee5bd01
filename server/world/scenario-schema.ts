/** The schema of scenario files (`heliogram record` and `replay`), as YAML or JSON, and how they are written. */
import { stringify } from "yaml";
import { z } from "zod";
import type { WorldFault } from "./check.ts";
import { list, object, text } from "./schema.ts";

/** Steps of one scenario. Each waits for bots. */
const MAX_STEPS = 1000;
/** Bytes of a file that stands for one that somebody sent. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;
const LINE_WIDTH = 120;

const values = z.record(z.string(), z.unknown(), { error: "an object of parameters" });
const SIZE = "a number of bytes up to 50 MiB";

const file = object({
  field: text(1, 64),
  size: z.int({ error: SIZE }).min(0, { error: SIZE }).max(MAX_FILE_BYTES, { error: SIZE }),
  file_name: text(1, 255).exactOptional(),
});

const answer = object({
  bot: text(1, 64),
  calls: text(1, 64),
  with: values.exactOptional(),
  files: list(file).exactOptional(),
  refused: text(1, 4096).exactOptional(),
});

const step = object({
  person: text(1, 130),
  does: text(1, 64),
  with: values.exactOptional(),
  files: list(file).exactOptional(),
  answers: list(answer).exactOptional(),
});

const STEPS = `a list of 1 to ${MAX_STEPS} steps`;

export const scenarioSchema = object({
  scenario: z.literal(1, { error: "1, the version of this form" }),
  steps: list(step).min(1, { error: STEPS }).max(MAX_STEPS, { error: STEPS }),
});

export type ScenarioContent = z.infer<typeof scenarioSchema>;

/** Checks the regular expressions of answers. */
export function checkScenario({ steps }: ScenarioContent): WorldFault[] {
  return steps.flatMap(({ answers = [] }, i) =>
    answers.flatMap((each, j) => wrongPatterns(each.with, ["steps", i, "answers", j, "with"])),
  );
}

function wrongPatterns(value: unknown, path: readonly PropertyKey[]): WorldFault[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (key !== "matches" || typeof each !== "string" || isPattern(each)) return wrongPatterns(each, place);
    return [{ path: place, expected: "a regular expression" }];
  });
}

function isPattern(text: string): boolean {
  try {
    void new RegExp(text, "su");
    return true;
  } catch {
    return false;
  }
}

/** The text of a scenario file. */
export function scenarioText(scenario: object, form: "yaml" | "json"): string {
  if (form === "json") return `${JSON.stringify(scenario, null, 2)}\n`;
  return stringify(scenario, { lineWidth: LINE_WIDTH, aliasDuplicateObjects: false });
}
