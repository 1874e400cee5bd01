/** The rights that a bot suggests for itself, and the menu buttons of its private chats. */
import type { DefaultRights, MenuButtonType } from "../../../domain/bots.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

const FIND_RIGHTS = read<{ rights: number; is_anonymous: number }>("bot_default_rights")`
  select rights, is_anonymous from bot_default_rights where bot_id = ? and for_channels = ?`;

export async function findDefaultRights(
  tx: ReadTx,
  bot_id: number,
  for_channels: boolean,
): Promise<DefaultRights | undefined> {
  const row = await tx.get(FIND_RIGHTS, bot_id, for_channels ? 1 : 0);
  return row && { rights: row.rights, is_anonymous: row.is_anonymous === 1 };
}

const DELETE_RIGHTS = write("bot_default_rights")`
  delete from bot_default_rights where bot_id = ? and for_channels = ?`;
const SAVE_RIGHTS = write("bot_default_rights")`
  insert into bot_default_rights (bot_id, for_channels, rights, is_anonymous) values (?, ?, ?, ?)
  on conflict (bot_id, for_channels) do update set rights = excluded.rights, is_anonymous = excluded.is_anonymous`;

/** Replaces the suggestion; `undefined` removes it. */
export async function saveDefaultRights(
  tx: Tx,
  bot_id: number,
  for_channels: boolean,
  suggested: DefaultRights | undefined,
): Promise<void> {
  const where = [bot_id, for_channels ? 1 : 0] as const;
  if (suggested) await tx.run(SAVE_RIGHTS, ...where, suggested.rights, suggested.is_anonymous ? 1 : 0);
  else await tx.run(DELETE_RIGHTS, ...where);
}

/** In place of a person: the button of all who have none of their own. */
const EVERYBODY = 0;

const FIND_BUTTON = read<{ type: MenuButtonType }>("bot_menu_button")`
  select type from bot_menu_button where bot_id = ? and person_id in (?, ?) order by person_id desc limit 1`;

/** The button that a person sees, or without one the button of everybody. */
export async function findMenuButton(
  tx: ReadTx,
  bot_id: number,
  person_id: number = EVERYBODY,
): Promise<MenuButtonType> {
  return (await tx.get(FIND_BUTTON, bot_id, person_id, EVERYBODY))?.type ?? "default";
}

const DELETE_BUTTON = write("bot_menu_button")`delete from bot_menu_button where bot_id = ? and person_id = ?`;
const SAVE_BUTTON = write("bot_menu_button")`
  insert into bot_menu_button (bot_id, person_id, type) values (?, ?, ?)
  on conflict (bot_id, person_id) do update set type = excluded.type`;

/** Sets the button of a person or of everybody; `default` removes it. */
export async function saveMenuButton(
  tx: Tx,
  bot_id: number,
  person_id: number | undefined,
  type: MenuButtonType,
): Promise<void> {
  const where = [bot_id, person_id ?? EVERYBODY] as const;
  if (type === "default") await tx.run(DELETE_BUTTON, ...where);
  else await tx.run(SAVE_BUTTON, ...where, type);
}
