/** Bots' command lists. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface StoredCommand {
  readonly command: string;
  readonly description: string;
}

const FIND_COMMANDS = read<{ commands: string }>("bot_commands")`
  select commands from bot_commands where bot_id = ? and scope = ? and language = ?`;

export async function findCommands(
  tx: ReadTx,
  bot_id: number,
  scope: string,
  language: string,
): Promise<StoredCommand[] | undefined> {
  const row = await tx.get(FIND_COMMANDS, bot_id, scope, language);
  return row && (JSON.parse(row.commands) as StoredCommand[]);
}

const DELETE_COMMANDS = write("bot_commands")`delete from bot_commands where bot_id = ? and scope = ? and language = ?`;
const SAVE_COMMANDS = write("bot_commands")`
  insert into bot_commands (bot_id, scope, language, commands) values (?, ?, ?, ?)
  on conflict (bot_id, scope, language) do update set commands = excluded.commands`;

/** Replaces a list; an empty one is deleted. */
export async function saveCommands(
  tx: Tx,
  bot_id: number,
  scope: string,
  language: string,
  commands: readonly StoredCommand[],
): Promise<void> {
  if (commands.length === 0) {
    await tx.run(DELETE_COMMANDS, bot_id, scope, language);
    return;
  }
  await tx.run(SAVE_COMMANDS, bot_id, scope, language, JSON.stringify(commands));
}
