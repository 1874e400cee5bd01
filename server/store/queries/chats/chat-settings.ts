/** A person's settings for their chats: muted, archived, marked unread, draft, pinned. */
import { DEFAULT_SETTINGS, type ChatSettings, type SavedDraft } from "../../../domain/chat-settings.ts";
import { SHOWN_ID } from "./chats.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** Drafts that were saved before drafts had versions have none. */
type StoredDraft = Omit<SavedDraft, "version"> & Partial<Pick<SavedDraft, "version">>;

/** A row of settings from a left join: all null if the person has set nothing. */
export interface SettingsRow {
  muted_until: number | null;
  is_archived: number | null;
  is_marked_unread: number | null;
  draft: string | null;
}

/** The columns of the settings. */
export const SETTINGS = "muted_until, is_archived, is_marked_unread, draft";

/** The draft of a column. */
export function toDraft(draft: string | null): SavedDraft | null {
  return draft === null ? null : { version: 0, ...(JSON.parse(draft) as StoredDraft) };
}

/** The settings of a row. */
export function toSettings(row: SettingsRow): ChatSettings {
  if (row.muted_until === null) return DEFAULT_SETTINGS;
  return {
    muted_until: row.muted_until,
    is_archived: row.is_archived === 1,
    is_marked_unread: row.is_marked_unread === 1,
    draft: toDraft(row.draft),
  };
}

const FIND_SETTINGS = read<SettingsRow>("chat_setting")`
  select ${SETTINGS} from chat_setting where account_id = ? and chat_id = ?`;

export async function findSettings(tx: ReadTx, account_id: number, chat_id: number): Promise<ChatSettings> {
  const row = await tx.get(FIND_SETTINGS, account_id, chat_id);
  return row ? toSettings(row) : DEFAULT_SETTINGS;
}

const SAVE_SETTINGS = write("chat_setting")`
  insert into chat_setting (account_id, chat_id, muted_until, is_archived, is_marked_unread, draft)
  values (?, ?, ?, ?, ?, ?)
  on conflict (account_id, chat_id) do update set muted_until = excluded.muted_until,
    is_archived = excluded.is_archived, is_marked_unread = excluded.is_marked_unread, draft = excluded.draft`;

export async function saveSettings(tx: Tx, account_id: number, chat_id: number, settings: ChatSettings): Promise<void> {
  await tx.run(
    SAVE_SETTINGS,
    account_id,
    chat_id,
    settings.muted_until,
    settings.is_archived ? 1 : 0,
    settings.is_marked_unread ? 1 : 0,
    settings.draft && JSON.stringify(settings.draft),
  );
}

export interface PinnedChat {
  readonly chat_id: number;
  /** The id that the person sees for the chat. */
  readonly shown_id: number;
}

const PINNED_CHATS = read<PinnedChat>("chat_setting", "member", "chat")`
  select s.chat_id, ${SHOWN_ID} as shown_id
  from chat_setting s join member m on m.account_id = s.account_id and m.chat_id = s.chat_id
    join chat c on c.id = s.chat_id
  where s.account_id = ? and s.pin_rank > 0 and m.is_member = 1 order by s.pin_rank desc, s.chat_id`;

/** The chats that a person has pinned and is still in, the topmost first. */
export function pinnedChats(tx: ReadTx, account_id: number): Promise<PinnedChat[]> {
  return tx.all(PINNED_CHATS, account_id);
}

const FIND_PIN_RANKS = read<{ chat_id: number; pin_rank: number }>("chat_setting")`
  select chat_id, pin_rank from chat_setting where account_id = ? and pin_rank > 0`;
const SET_PIN_RANK = write("chat_setting")`
  insert into chat_setting (account_id, chat_id, pin_rank) values (?, ?, ?)
  on conflict (account_id, chat_id) do update set pin_rank = excluded.pin_rank`;

/** Pins these chats in a person's list, the topmost first, and unpins all others. Pinning one more changes one row. */
export async function savePinnedChats(tx: Tx, account_id: number, chat_ids: readonly number[]): Promise<void> {
  const rows = await tx.all(FIND_PIN_RANKS, account_id);
  const before = new Map(rows.map((row) => [row.chat_id, row.pin_rank]));
  const after = new Map(chat_ids.map((chat_id, i) => [chat_id, chat_ids.length - i]));
  for (const chat_id of new Set([...before.keys(), ...after.keys()])) {
    const rank = after.get(chat_id) ?? 0;
    if (before.get(chat_id) === rank) continue;
    await tx.run(SET_PIN_RANK, account_id, chat_id, rank);
  }
}
