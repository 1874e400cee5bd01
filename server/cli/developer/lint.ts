/** `heliogram lint`: prints mistakes of bots, and fails if one of them is an error. */
import type { Finding } from "@heliogram/shared/wire.ts";
import { EXIT } from "../../runtime/exit-error.ts";
import type { Arguments } from "../arguments.ts";
import type { Call } from "./client.ts";

/** @throws CommandRefused */
export async function lintBots(call: Call, { texts, flags }: Arguments): Promise<void> {
  const answer = await call("/developer/listFindings", Object.fromEntries(texts));
  const { findings } = answer as { readonly findings: readonly Finding[] };
  for (const finding of findings)
    process.stdout.write(`${flags.get("json") ? JSON.stringify(finding) : line(finding)}\n`);
  if (findings.some(({ severity }) => severity === "error")) process.exitCode = EXIT.refused;
}

function line({ severity, bot_id, rule, count, message, trace_id }: Finding): string {
  const times = count === 1 ? "once" : `${count} times`;
  const trace = trace_id === undefined ? [] : [`trace ${trace_id}`];
  return [severity, `bot ${bot_id}`, rule, times, message, ...trace].join("  ");
}
