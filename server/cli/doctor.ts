/** `heliogram doctor`: says what is wrong with a service and what to do. */
import { examine } from "../runtime/doctor/doctor.ts";
import type { Finding } from "../runtime/doctor/finding.ts";
import { EXIT } from "../runtime/exit-error.ts";
import { readArguments } from "./arguments.ts";
import { checkedSettings } from "./config.ts";

const MARKS = { ok: "ok     ", warning: "WARNING", problem: "PROBLEM" } as const;

/** Exits with 1 if there is a problem, and with 78 if the settings are invalid; warnings do not count. */
export async function doctor(args: readonly string[]): Promise<void> {
  const { flags } = readArguments("doctor", args, { json: "flag" }, 0);
  const checked = checkedSettings();
  const findings = checked.ok ? await examine(checked.settings) : checked.problems.map(invalid);
  const problems = findings.filter(({ level }) => level === "problem").length;
  if (problems > 0) process.exitCode = checked.ok ? EXIT.refused : EXIT.settings;
  const report = { ok: problems === 0, findings };
  process.stdout.write(flags.get("json") === true ? `${JSON.stringify(report, null, 2)}\n` : shown(findings));
}

function invalid({ key, value, expected }: { key: string; value?: string; expected: string }): Finding {
  const message = value === undefined ? `${key} is not a setting` : `${key} = ${value} is not valid`;
  return { check: "settings", level: "problem", message, advice: `expected: ${expected}` };
}

function shown(findings: readonly Finding[]): string {
  return findings
    .map(({ check, level, message, advice }) => {
      const line = `${MARKS[level]}  ${check}: ${message}\n`;
      return advice === undefined ? line : `${line}         → ${advice}\n`;
    })
    .join("");
}
