/** What people set for their chats, in the store. */
import { DEFAULT_SETTINGS, type ChatSettings, type SavedDraft } from "../domain/chat-settings.ts";
import type { ReadTx, Tx } from "./db.ts";
import { unreadAfter, type Reading } from "./history.ts";

/** All are null where the person has set nothing. */
interface SettingsRow {
  muted_until: number | null;
  is_archived: number | null;
  is_marked_unread: number | null;
  draft: string | null;
}

function toSettings(row: SettingsRow): ChatSettings {
  if (row.muted_until === null) return DEFAULT_SETTINGS;
  return {
    muted_until: row.muted_until,
    is_archived: row.is_archived === 1,
    is_marked_unread: row.is_marked_unread === 1,
    draft: row.draft === null ? null : (JSON.parse(row.draft) as SavedDraft),
  };
}

/** A person's place in one chat, and everything of their own that their list shows of it. */
export interface ListSeat {
  readonly chat_id: number;
  /** What they have read; all that was said before they joined counts as read. */
  readonly read_up_to: number;
  /** The newest message that a device of theirs is known to have; what they have read is not told again. */
  readonly delivered_up_to: number;
  readonly unread_mentions: number;
  readonly settings: ChatSettings;
}

type SeatRow = Omit<ListSeat, "settings"> & Reading & SettingsRow;

const SEAT = `select m.chat_id, m.read_up_to, m.joined_after, m.delivered_up_to,
    s.muted_until, s.is_archived, s.is_marked_unread, s.draft,
    (select count(*) from mention n where n.account_id = m.account_id and n.chat_id = m.chat_id) as unread_mentions
  from member m left join chat_setting s on s.account_id = m.account_id and s.chat_id = m.chat_id
  where m.account_id = ?`;

function toSeat(row: SeatRow): ListSeat {
  const { chat_id, delivered_up_to, unread_mentions } = row;
  return { chat_id, read_up_to: unreadAfter(row), delivered_up_to, unread_mentions, settings: toSettings(row) };
}

/** The chats in a person's list, private chats they ever had among them. */
export async function listSeats(tx: ReadTx, account_id: number): Promise<ListSeat[]> {
  return (await tx.all<SeatRow>(`${SEAT} and m.is_member = 1`, account_id)).map(toSeat);
}

/** Somebody's seat in one chat; an empty one where they never had any. */
export async function findSeat(tx: ReadTx, account_id: number, chat_id: number): Promise<ListSeat> {
  const row = await tx.get<SeatRow>(`${SEAT} and m.chat_id = ?`, account_id, chat_id);
  return row
    ? toSeat(row)
    : { chat_id, read_up_to: 0, delivered_up_to: 0, unread_mentions: 0, settings: DEFAULT_SETTINGS };
}

export async function findSettings(tx: ReadTx, account_id: number, chat_id: number): Promise<ChatSettings> {
  const row = await tx.get<SettingsRow>(
    "select muted_until, is_archived, is_marked_unread, draft from chat_setting where account_id = ? and chat_id = ?",
    account_id,
    chat_id,
  );
  return row ? toSettings(row) : DEFAULT_SETTINGS;
}

export async function saveSettings(tx: Tx, account_id: number, chat_id: number, settings: ChatSettings): Promise<void> {
  await tx.run(
    `insert into chat_setting (account_id, chat_id, muted_until, is_archived, is_marked_unread, draft)
     values (?, ?, ?, ?, ?, ?)
     on conflict (account_id, chat_id) do update set muted_until = excluded.muted_until,
       is_archived = excluded.is_archived, is_marked_unread = excluded.is_marked_unread, draft = excluded.draft`,
    account_id,
    chat_id,
    settings.muted_until,
    settings.is_archived ? 1 : 0,
    settings.is_marked_unread ? 1 : 0,
    settings.draft && JSON.stringify(settings.draft),
  );
}

/** The chats a person has pinned in their list and is still in, the topmost first. */
export async function pinnedChats(tx: ReadTx, account_id: number): Promise<number[]> {
  const rows = await tx.all<{ chat_id: number }>(
    `select s.chat_id from chat_setting s join member m on m.account_id = s.account_id and m.chat_id = s.chat_id
     where s.account_id = ? and s.pin_rank > 0 and m.is_member = 1 order by s.pin_rank desc, s.chat_id`,
    account_id,
  );
  return rows.map((row) => row.chat_id);
}

/** Pins these chats in a person's list, the topmost first, and no others. A new topmost one changes one row. */
export async function savePinnedChats(tx: Tx, account_id: number, chat_ids: readonly number[]): Promise<void> {
  const rows = await tx.all<{ chat_id: number; pin_rank: number }>(
    "select chat_id, pin_rank from chat_setting where account_id = ? and pin_rank > 0",
    account_id,
  );
  const before = new Map(rows.map((row) => [row.chat_id, row.pin_rank]));
  const after = new Map(chat_ids.map((chat_id, i) => [chat_id, chat_ids.length - i]));
  for (const chat_id of new Set([...before.keys(), ...after.keys()])) {
    const rank = after.get(chat_id) ?? 0;
    if (before.get(chat_id) === rank) continue;
    await tx.run(
      `insert into chat_setting (account_id, chat_id, pin_rank) values (?, ?, ?)
       on conflict (account_id, chat_id) do update set pin_rank = excluded.pin_rank`,
      account_id,
      chat_id,
      rank,
    );
  }
}
