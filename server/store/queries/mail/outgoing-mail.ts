/** Mails that wait to be sent. Those that are done stay for an hour, without their content, because the limit counts them. */
import type { MailDetail, MailKind, OutgoingMail } from "../../../domain/mail.ts";
import { nextNumber } from "../service/counters.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

interface MailRow {
  readonly id: number;
  readonly kind: string;
  readonly account_id: number;
  readonly person_id: number | null;
  readonly address: string;
  readonly nonce: string;
  readonly detail: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly attempts: number;
}

const INSERT_MAIL = write("outgoing_mail")`
  insert into outgoing_mail
    (id, kind, account_id, person_id, address, nonce, detail, created_at, expires_at, due_at, attempts)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`;

/** Adds a mail. @param due_at - `null` for one that is not sent */
export async function insertMail(
  tx: Tx,
  mail: Omit<OutgoingMail, "id" | "attempts">,
  due_at: number | null,
): Promise<void> {
  const id = await nextNumber(tx, "mail");
  const { kind, account_id, person_id, address, nonce, detail, created_at, expires_at } = mail;
  const content = [address, nonce, JSON.stringify(detail)];
  await tx.run(INSERT_MAIL, id, kind, account_id, person_id, ...content, created_at, expires_at, due_at);
}

const COUNT_MAILS = read<{ n: number }>("outgoing_mail")`
  select count(*) as n from (
    select id from outgoing_mail where account_id = ? and kind = ? and created_at > ? limit ?) as caused`;

/**
 * How many mails of a kind a person has caused since then, counted up to `limit`: decoys are as many as strangers ask for,
 * and must not take longer.
 */
export async function countMailsOf(
  tx: ReadTx,
  { account_id, kind }: Pick<OutgoingMail, "account_id" | "kind">,
  since_s: number,
  limit: number,
): Promise<number> {
  return (await tx.get(COUNT_MAILS, account_id, kind, since_s, limit))!.n;
}

const DUE_MAILS = read<MailRow>("outgoing_mail")`
  select id, kind, account_id, person_id, address, nonce, detail, created_at, expires_at, attempts from outgoing_mail
  where id in (select min(id) from outgoing_mail where due_at <= ? group by account_id order by min(id) limit ?)
  order by id`;

/** The oldest due mail of each account, so that no account waits for all mails of another one. */
export async function dueMails(tx: ReadTx, now_s: number, limit: number): Promise<OutgoingMail[]> {
  const rows = await tx.all(DUE_MAILS, now_s, limit);
  return rows.map(({ kind, detail, ...rest }) => ({
    ...rest,
    kind: kind as MailKind,
    detail: JSON.parse(detail) as MailDetail[MailKind],
  }));
}

const NEXT_DUE = read<{ due_at: number | null }>("outgoing_mail")`
  select min(due_at) as due_at from outgoing_mail where due_at is not null`;

/** When the next mail is due; `undefined` if none waits. */
export async function nextMailDue(tx: ReadTx): Promise<number | undefined> {
  return (await tx.get(NEXT_DUE))?.due_at ?? undefined;
}

const DEFER_MAIL = write("outgoing_mail")`
  update outgoing_mail set due_at = ?, attempts = ? where id = ? and due_at is not null`;

/** Notes a failed attempt, and when the next one is due. */
export async function deferMail(tx: Tx, id: number, due_at: number, attempts: number): Promise<void> {
  await tx.run(DEFER_MAIL, due_at, attempts, id);
}

const FINISH_MAIL = write("outgoing_mail")`
  update outgoing_mail set due_at = null, address = '', nonce = '', detail = '{}' where id = ?`;

/** Notes that a mail was sent, withdrawn or given up, and removes its content. */
export async function finishMail(tx: Tx, id: number): Promise<void> {
  await tx.run(FINISH_MAIL, id);
}

const IS_WAITING = read<{ id: number }>("outgoing_mail")`
  select id from outgoing_mail where person_id = ? and kind = ? and due_at is not null limit 1`;

/** Whether a mail of a kind for a person has still to be sent. */
export async function isMailWaiting(tx: ReadTx, person_id: number, kind: MailKind): Promise<boolean> {
  return (await tx.get(IS_WAITING, person_id, kind)) !== undefined;
}

const WITHDRAW_MAILS = write("outgoing_mail")`
  update outgoing_mail set due_at = null, address = '', nonce = '', detail = '{}'
  where person_id = ? and kind = ? and due_at is not null`;

/** Withdraws the mails of one kind for a person. One that is being sent goes out nevertheless. */
export async function withdrawMails(tx: Tx, person_id: number, kind: MailKind): Promise<void> {
  await tx.run(WITHDRAW_MAILS, person_id, kind);
}

const DELETE_MAILS = write<{ id: number }>("outgoing_mail")`
  delete from outgoing_mail where id in (
    select id from outgoing_mail where due_at is null and created_at < ? order by created_at limit ?) returning id`;

/** Deletes mails that are done and were caused before then. @returns whether there may be more */
export async function deleteMailsBefore(tx: Tx, before_s: number, limit: number): Promise<boolean> {
  return (await tx.all(DELETE_MAILS, before_s, limit)).length === limit;
}

export interface MailFigures {
  readonly waiting: number;
  /** When the oldest one was caused; `null` if none waits. */
  readonly oldest_at: number | null;
}

const MAIL_FIGURES = read<MailFigures>("outgoing_mail")`
  select count(*) as waiting, min(created_at) as oldest_at from outgoing_mail where due_at is not null`;

export async function mailFigures(tx: ReadTx): Promise<MailFigures> {
  return (await tx.get(MAIL_FIGURES))!;
}
