/** The output of `heliogram help`, and of each command with `--help`. Both are made from one table. */
import { OPTION_HELP } from "./option-help.ts";
import { SYNOPSES } from "./synopses.ts";

const SUMMARY_COLUMN = 45;

/** The output of `heliogram help`. */
export const USAGE = `usage: heliogram <command>
${Object.values(SYNOPSES)
  .map(({ lines, summary }) => overview(lines, summary))
  .join("\n")}
  help [COMMAND]                             print this, or the help of a command, as COMMAND --help does
  --version                                  print the version
`;

/** The summary is beside a short synopsis, and below a longer one. */
function overview(lines: readonly string[], summary: string | undefined): string {
  const shown = lines.map((line) => `  ${line}`);
  if (summary === undefined) return shown.join("\n");
  const last = shown.at(-1)!;
  if (shown.length === 1 && last.length < SUMMARY_COLUMN) return last.padEnd(SUMMARY_COLUMN) + summary;
  return [...shown, " ".repeat(SUMMARY_COLUMN) + summary].join("\n");
}

/** The help of one command; `undefined` if there is no such command. */
export function helpOf(command: string): string | undefined {
  const synopsis = Object.hasOwn(SYNOPSES, command) ? SYNOPSES[command] : undefined;
  if (!synopsis) return undefined;
  const { lines, summary, details = [] } = synopsis;
  const options = [...new Set(lines.join(" ").match(/(?<![\w-])--[a-z-]+/g))].map((option) => {
    const help = synopsis.options?.[option] ?? OPTION_HELP[option];
    return `  ${option.padEnd(16)} ${help}`;
  });
  return [
    "usage:",
    ...lines.map((line) => `  heliogram ${line}`.replace(/^ {2}heliogram {2}/, " ".repeat(13))),
    ...(summary === undefined ? [] : ["", `${summary[0]!.toUpperCase()}${summary.slice(1)}.`]),
    ...(details.length > 0 ? ["", ...details] : []),
    ...(options.length > 0 ? ["", "options:", ...options] : []),
    "",
  ].join("\n");
}
