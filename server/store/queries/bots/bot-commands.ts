/** Bots' command lists. */
import type { ReadTx, Tx } from "../../db.ts";

export interface StoredCommand {
  readonly command: string;
  readonly description: string;
}

export async function findCommands(
  tx: ReadTx,
  bot_id: number,
  scope: string,
  language: string,
): Promise<StoredCommand[] | undefined> {
  const row = await tx.get<{ commands: string }>(
    "select commands from bot_commands where bot_id = ? and scope = ? and language = ?",
    bot_id,
    scope,
    language,
  );
  return row && (JSON.parse(row.commands) as StoredCommand[]);
}

/** Replaces a list; an empty one is deleted. */
export async function saveCommands(
  tx: Tx,
  bot_id: number,
  scope: string,
  language: string,
  commands: readonly StoredCommand[],
): Promise<void> {
  if (commands.length === 0) {
    await tx.run("delete from bot_commands where bot_id = ? and scope = ? and language = ?", bot_id, scope, language);
    return;
  }
  await tx.run(
    `insert into bot_commands (bot_id, scope, language, commands) values (?, ?, ?, ?)
     on conflict (bot_id, scope, language) do update set commands = excluded.commands`,
    bot_id,
    scope,
    language,
    JSON.stringify(commands),
  );
}
