/** Legal holds: chats and people whose messages stay. */
import type { Hold, HoldSubject } from "../../../domain/retention.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";

interface HoldRow {
  readonly kind: HoldSubject["kind"];
  readonly id: number;
  readonly reason: string;
  readonly at: number;
}

const COLUMNS = "subject_kind as kind, subject_id as id, reason, at";
const LIST_HOLDS = read<HoldRow>(
  "legal_hold",
)`select ${COLUMNS} from legal_hold order by at desc, subject_kind, subject_id`;

/** All holds, the newest first. There are few: each is set by hand. */
export function listHolds(tx: ReadTx): Promise<Hold[]> {
  return tx.all(LIST_HOLDS);
}

const FIND_HOLD = read<HoldRow>("legal_hold")`
  select ${COLUMNS} from legal_hold where subject_kind = ? and subject_id = ?`;

export function findHold(tx: ReadTx, { kind, id }: HoldSubject): Promise<Hold | undefined> {
  return tx.get(FIND_HOLD, kind, id);
}

const COUNT_HOLDS = read<{ n: number }>("legal_hold")`select count(*) as n from legal_hold`;

export async function countHolds(tx: ReadTx): Promise<number> {
  return Number((await tx.get(COUNT_HOLDS))!.n);
}

const SAVE_HOLD = write("legal_hold")`
  insert into legal_hold (subject_kind, subject_id, reason, at) values (?, ?, ?, ?)
  on conflict (subject_kind, subject_id) do update set reason = excluded.reason`;

/** Sets a hold, or changes the reason of one. */
export async function saveHold(tx: Tx, { kind, id, reason, at }: Hold): Promise<void> {
  await tx.run(SAVE_HOLD, kind, id, reason, at);
}

const DELETE_HOLD = write("legal_hold")`delete from legal_hold where subject_kind = ? and subject_id = ?`;

export async function deleteHold(tx: Tx, { kind, id }: HoldSubject): Promise<void> {
  await tx.run(DELETE_HOLD, kind, id);
}

const HELD_PEOPLE = read<{ id: number }>("legal_hold")`
  select subject_id as id from legal_hold where subject_kind = 'person'`;

/** The people under a hold. */
export async function heldPeople(tx: ReadTx): Promise<Set<number>> {
  return new Set((await tx.all(HELD_PEOPLE)).map(({ id }) => id));
}

const HELD_CHATS = read<{ id: number }>("legal_hold", "chat")`
  select c.id from chat c where c.id in ${numbers} and exists (select 1 from legal_hold h
    where (h.subject_kind = 'chat' and h.subject_id = c.id)
      or (h.subject_kind = 'person' and h.subject_id in (c.low_id, c.high_id)))`;

/** Of these chats the ones in which nothing is deleted: they are held themselves, or are private chats of held people. */
export async function heldAmong(tx: ReadTx, chat_ids: readonly number[]): Promise<Set<number>> {
  return new Set((await tx.all(HELD_CHATS, JSON.stringify(chat_ids))).map(({ id }) => id));
}
