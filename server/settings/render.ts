/** Settings as text, for `heliogram config`. */
import { mask, type Problem, type Source } from "./load.ts";
import { SECRET_SETTINGS, settingsSchema, type Settings } from "./settings.ts";

/** One line for each problem. */
export function renderProblems(problems: readonly Problem[]): string {
  return problems
    .map(
      ({ key, value, expected }) => `${key}${value === undefined ? "" : ` = ${oneLine(value)}`}: expected ${expected}`,
    )
    .join("\n");
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

/** Every setting with its meaning, its value and its source. Secrets are masked. */
export function renderSettings(settings: Settings, sources: Readonly<Record<string, Source>>): string {
  return Object.entries(settingsSchema.shape)
    .map(([name, schema]) => {
      const value = settings[name as keyof Settings];
      const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
      const shown = SECRET_SETTINGS.has(name) && text !== "" ? mask(text) : text;
      return `# ${schema.description ?? ""}\n${name} = ${shown}  (${sources[name]})`;
    })
    .join("\n\n");
}
