/** What methods about mail have in common: that the service sends mail, and the password of the caller. */
import { readMailAddress } from "../../app/mail/read-address.ts";
import type { MailAddress } from "../../domain/mail-address.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { ReadTx } from "../../store/db.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import type { Deps, MailPort } from "../engine/deps.ts";
import { ParameterError } from "../engine/fields.ts";

/** @throws RefusalError if the service sends no mail */
export function mailOf({ mail }: Deps): MailPort {
  return mail ?? refuse("NO_MAIL");
}

/** @throws ParameterError */
export function readAddress(text: string): MailAddress {
  const address = readMailAddress(text);
  if (address) return address;
  throw new ParameterError("address is not a mail address that is accepted here, as name@example.org");
}

/** Counts a mail to an address, whoever causes it, so that nobody's mailbox is filled. @throws TooManyRequests */
export async function countMailTo({ mailsToOne, hashes }: Deps, { folded }: MailAddress): Promise<void> {
  const wait_s = await mailsToOne.take(hashes.of(`mail to ${folded}`));
  if (wait_s > 0) throw new TooManyRequests(wait_s);
}

/** Compares the password of a person, if they have one. @returns what it was compared with. @throws RefusalError */
export async function comparePassword(
  { db, passwords, passwordChanges }: Deps,
  person_id: number,
  password: string | undefined,
): Promise<string | null> {
  const wait_s = await passwordChanges.take(`${person_id}`);
  if (wait_s > 0) throw new TooManyRequests(wait_s);
  const stored = await db.read((tx) => passwordHashOf(tx, person_id));
  const isRight = stored === null || (await passwords.isRight(password ?? "", stored, "known"));
  return isRight ? stored : refuse("PASSWORD_WRONG");
}

/** Checking took a while, in which another call may have set another password. @throws RefusalError */
export async function requirePassword(tx: ReadTx, person_id: number, compared: string | null): Promise<void> {
  if ((await passwordHashOf(tx, person_id)) !== compared) refuse("PASSWORD_WRONG");
}
