/**
 * Links to archives. A link is sealed for one account and for a short time, so every node can check it and none has to
 * remember it.
 */
import { timingSafeEqual } from "node:crypto";
import type { ArchiveLink } from "@heliogram/shared/wire.ts";
import type { Hashes } from "../accounts/tokens.ts";

/** What an archive is of. */
export interface ArchiveSubject {
  readonly kind: "person" | "chat";
  readonly id: number;
}

/** What begins the paths of archives. */
export const ARCHIVE_PREFIX = "/api/archive/";

/** Long enough to wait for a turn behind other archives. */
const LASTS_S = 60;

function sealOf(hashes: Hashes, account_id: number, { kind, id }: ArchiveSubject, expires_at: number): string {
  return hashes.of(`archive ${account_id} ${kind} ${id} ${expires_at}`);
}

/** A link with which this account alone gets the archive. */
export function archiveLink(hashes: Hashes, account_id: number, subject: ArchiveSubject, now_s: number): ArchiveLink {
  const expires_at = now_s + LASTS_S;
  const seal = sealOf(hashes, account_id, subject, expires_at);
  return { path: `${ARCHIVE_PREFIX}${subject.kind}/${subject.id}/${expires_at}/${seal}`, expires_at };
}

/**
 * What a link is to, for the account that uses it.
 * @param path - behind ARCHIVE_PREFIX
 * @returns `undefined` unless the link was made for this account and has not expired
 */
export function readArchiveLink(
  hashes: Hashes,
  account_id: number,
  path: string,
  now_s: number,
): ArchiveSubject | undefined {
  const [, kind, id, expires_at, seal] = /^(person|chat)\/(-?\d{1,16})\/(\d{1,12})\/([\w-]{43})$/.exec(path) ?? [];
  if (seal === undefined || Number(expires_at) < now_s) return undefined;
  const subject: ArchiveSubject = { kind: kind as ArchiveSubject["kind"], id: Number(id) };
  const expected = sealOf(hashes, account_id, subject, Number(expires_at));
  return timingSafeEqual(Buffer.from(seal), Buffer.from(expected)) ? subject : undefined;
}
