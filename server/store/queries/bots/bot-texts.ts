/** The name and the descriptions of a bot in one language each. Those of all other languages are in its account. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** An empty text is as in all other languages. */
export interface BotTexts {
  readonly first_name: string;
  readonly description: string;
  readonly about: string;
}

const FIND_TEXTS = read<BotTexts>("bot_text")`
  select first_name, description, about from bot_text where bot_id = ? and language = ?`;

export function findBotTexts(tx: ReadTx, bot_id: number, language: string): Promise<BotTexts | undefined> {
  return tx.get(FIND_TEXTS, bot_id, language);
}

const DELETE_TEXTS = write("bot_text")`delete from bot_text where bot_id = ? and language = ?`;
const SAVE_TEXTS = write("bot_text")`
  insert into bot_text (bot_id, language, first_name, description, about) values (?, ?, ?, ?, ?)
  on conflict (bot_id, language) do update set
    first_name = excluded.first_name, description = excluded.description, about = excluded.about`;

/** Replaces the texts of a language; a row without any text is deleted. */
export async function saveBotTexts(tx: Tx, bot_id: number, language: string, texts: BotTexts): Promise<void> {
  const { first_name, description, about } = texts;
  if (first_name === "" && description === "" && about === "") await tx.run(DELETE_TEXTS, bot_id, language);
  else await tx.run(SAVE_TEXTS, bot_id, language, first_name, description, about);
}
