/** The switch of the developer console, with which owners read what bots send and receive (behaviour.md §6). */
import type { AuditActor } from "../../domain/audit.ts";
import type { Tx } from "../../store/db.ts";
import { record } from "../../store/queries/service/audit.ts";
import { lockConsole, setConsoleStart } from "../../store/queries/service/developer-console.ts";
import { notifyNodesOfConsole } from "../../store/queries/streams/service-stream.ts";

/**
 * Enables or disables the console. Does nothing, and records nothing, if that is already so.
 * @returns when it was enabled, in Unix seconds; `undefined` if it is off now
 */
export async function setConsoleEnabled(
  tx: Tx,
  by: AuditActor,
  isOn: boolean,
  now_s: number,
): Promise<number | undefined> {
  const before = await lockConsole(tx);
  if ((before !== undefined) === isOn) return before;
  const start = isOn ? now_s : undefined;
  await setConsoleStart(tx, start);
  notifyNodesOfConsole(tx, isOn);
  await record(tx, { by, action: isOn ? "developer_console_on" : "developer_console_off" }, now_s);
  return start;
}
