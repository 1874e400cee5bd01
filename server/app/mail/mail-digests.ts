/** Digests of mentions that stayed unread: a person's setting, and putting those that are due into the queue (behaviour.md §2). */
import type { DigestPeriod } from "@heliogram/shared/mail.ts";
import type { Db, Tx } from "../../store/db.ts";
import { mailAddressOf } from "../../store/queries/mail/mail-addresses.ts";
import {
  claimMailDigest,
  deleteMailDigest,
  digestChats,
  dueMailDigests,
  findMailDigest,
  saveMailDigest,
} from "../../store/queries/mail/mail-digests.ts";
import { isMailWaiting, withdrawMails } from "../../store/queries/mail/outgoing-mail.ts";
import { record } from "../../store/queries/service/audit.ts";
import type { Seal } from "../accounts/seal.ts";
import { tellOwnPages } from "../accounts/own-pages.ts";
import { queueMail } from "./queue-mail.ts";

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;
const PERIODS_S: Readonly<Record<DigestPeriod, number>> = { hourly: HOUR_S, daily: DAY_S };
/** A mention has stayed unread after so long: who is about to answer gets no mail about it. */
const STAYED_S = 300;
/** A digest that could not be sent for so long is given up. */
const LASTS_S = DAY_S;
/** People of one transaction, so that it stays short. */
const PEOPLE_AT_ONCE = 50;

/** Sets whether the person gets digests. The first is about messages from then on. The person is locked. */
export async function setMailDigest(
  tx: Tx,
  person_id: number,
  wanted: DigestPeriod | "off",
  now_s: number,
): Promise<void> {
  if (wanted === "off") {
    await endMailDigest(tx, person_id);
    return;
  }
  const before = await findMailDigest(tx, person_id);
  if (before?.every === wanted) return;
  // What is written in the second of the setting is in the first digest.
  const times = { due_at: now_s + PERIODS_S[wanted], covered_until: now_s - 1 };
  await saveMailDigest(tx, { person_id, every: wanted, ...times });
  tellOwnPages(tx, person_id);
}

/** Ends the digests of a person, also one that waits to be sent. @returns false if there were none */
export async function endMailDigest(tx: Tx, person_id: number): Promise<boolean> {
  if (!(await deleteMailDigest(tx, person_id))) return false;
  await withdrawMails(tx, person_id, "digest");
  tellOwnPages(tx, person_id);
  return true;
}

/**
 * Queues the digests of some people for whom one is due. Who has read everything gets none. Of two nodes one claims a
 * digest, in the transaction that queues its mail.
 * @returns whether more may be due
 */
export async function queueDueDigests(db: Db, now_s: number): Promise<boolean> {
  return db.write(async (tx) => {
    const due = await dueMailDigests(tx, now_s, PEOPLE_AT_ONCE);
    const until = now_s - STAYED_S;
    const claimed = [];
    // All claims come before the first mail: mails take a counter, for which nobody may wait who has a digest to claim.
    for (const digest of due) {
      const { person_id, every } = digest;
      // What waits while the mail server is away is not followed by another one every hour.
      const isWaiting = await isMailWaiting(tx, person_id, "digest");
      const period_s = PERIODS_S[every];
      const skipped = Math.floor((now_s - digest.due_at) / period_s);
      const due_at = digest.due_at + (skipped + 1) * period_s;
      const covered_until = isWaiting ? digest.covered_until : Math.max(until, digest.covered_until);
      if ((await claimMailDigest(tx, digest, { due_at, covered_until })) && !isWaiting) claimed.push(digest);
    }
    for (const { person_id, covered_until } of claimed) {
      const detail = { after: covered_until, until };
      const verified = await mailAddressOf(tx, person_id);
      if (!verified || (await digestChats(tx, person_id, detail)).length === 0) continue;
      const mail = { kind: "digest", account_id: person_id, person_id, address: verified.address, detail } as const;
      await queueMail(tx, { ...mail, lasts_s: LASTS_S }, now_s);
    }
    return due.length === PEOPLE_AT_ONCE;
  });
}

/** What the link in a digest is sealed for. */
const UNSUBSCRIBE = "end mail digests";

/** The path by which digests are ended without signing in. It does not expire, because mails are kept for long. */
export function digestEndPath(seal: Seal, person_id: number): string {
  return `${DIGEST_END_PREFIX}${seal.close(String(person_id), UNSUBSCRIBE)}`;
}

export const DIGEST_END_PREFIX = "/unsubscribe/";

/** The person whom the end of such a path names; `undefined` if this service has not sealed it. */
export function personOfDigestEnd(seal: Seal, sealed: string): number | undefined {
  const text = seal.open(sealed, UNSUBSCRIBE);
  return text === undefined ? undefined : Number(text);
}

/** Ends the digests of the person who has got a mail, without a session. */
export async function unsubscribeFromDigest(tx: Tx, person_id: number, now_s: number): Promise<void> {
  if (!(await endMailDigest(tx, person_id))) return;
  await record(tx, { by: "stranger", action: "mail_digest_ended", subject: { kind: "person", id: person_id } }, now_s);
}
