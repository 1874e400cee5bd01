/** Digests of mentions that stayed unread: who wants them and when, and what is in one. */
import type { DigestPeriod } from "@heliogram/shared/mail.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** When a person gets digests. Times are Unix seconds. */
export interface MailDigest {
  readonly person_id: number;
  readonly every: DigestPeriod;
  readonly due_at: number;
  /** Messages up to then are in no later digest. */
  readonly covered_until: number;
}

const COLUMNS = "person_id, every, due_at, covered_until";

const FIND = read<MailDigest>("mail_digest")`select ${COLUMNS} from mail_digest where person_id = ?`;

/** `undefined` if the person wants none. */
export function findMailDigest(tx: ReadTx, person_id: number): Promise<MailDigest | undefined> {
  return tx.get(FIND, person_id);
}

const SAVE = write("mail_digest")`
  insert into mail_digest (${COLUMNS}) values (?, ?, ?, ?)
  on conflict (person_id) do update set every = excluded.every, due_at = excluded.due_at`;

/** Saves the setting. What was covered stays so when only the period changes. */
export async function saveMailDigest(tx: Tx, digest: MailDigest): Promise<void> {
  await tx.run(SAVE, digest.person_id, digest.every, digest.due_at, digest.covered_until);
}

const DELETE = write<{ person_id: number }>("mail_digest")`
  delete from mail_digest where person_id = ? returning person_id`;

/** @returns whether the person had digests */
export async function deleteMailDigest(tx: Tx, person_id: number): Promise<boolean> {
  return (await tx.get(DELETE, person_id)) !== undefined;
}

const DUE = read<MailDigest>("mail_digest")`
  select ${COLUMNS} from mail_digest where due_at <= ? order by due_at, person_id limit ?`;

/** Digests that are due, the oldest first. */
export function dueMailDigests(tx: ReadTx, now_s: number, limit: number): Promise<MailDigest[]> {
  return tx.all(DUE, now_s, limit);
}

const CLAIM = write<{ person_id: number }>("mail_digest")`
  update mail_digest set due_at = ?, covered_until = ? where person_id = ? and due_at = ? returning person_id`;

/** Sets when the next one is due. @returns false if somebody else has done so, or the person wants none any more */
export async function claimMailDigest(
  tx: Tx,
  { person_id, due_at }: MailDigest,
  next: Pick<MailDigest, "due_at" | "covered_until">,
): Promise<boolean> {
  return (await tx.get(CLAIM, next.due_at, next.covered_until, person_id, due_at)) !== undefined;
}

/** The messages of a digest: those after the first time, up to the second, in Unix seconds. */
export interface DigestSpan {
  readonly after: number;
  readonly until: number;
}

/** Unread mentions of one chat that a person is in. */
export interface DigestChat {
  readonly chat_id: number;
  readonly n: number;
}

const CHATS = read<DigestChat>("mention", "message", "member")`
  select a.chat_id, count(*) as n from mention a
  join message e on e.chat_id = a.chat_id and e.message_id = a.message_id
  join member m on m.chat_id = a.chat_id and m.account_id = a.account_id and m.is_member = 1
  where a.account_id = ? and e.date > ? and e.date <= ? group by a.chat_id order by max(e.date) desc, a.chat_id`;

/** The chats of a digest, the one with the newest message first. */
export function digestChats(tx: ReadTx, person_id: number, { after, until }: DigestSpan): Promise<DigestChat[]> {
  return tx.all(CHATS, person_id, after, until);
}

const MESSAGES = read<{ message_id: number }>("mention", "message")`
  select a.message_id from mention a join message e on e.chat_id = a.chat_id and e.message_id = a.message_id
  where a.account_id = ? and a.chat_id = ? and e.date > ? and e.date <= ? order by a.message_id limit ?`;

/** The ids of the oldest messages of a digest in one chat. */
export async function digestMessages(
  tx: ReadTx,
  person_id: number,
  chat_id: number,
  { after, until }: DigestSpan,
  limit: number,
): Promise<number[]> {
  return (await tx.all(MESSAGES, person_id, chat_id, after, until, limit)).map(({ message_id }) => message_id);
}
