/** What methods about mail have in common: that the service sends mail, and addresses. */
import { readMailAddress } from "../../app/mail/read-address.ts";
import type { MailAddress } from "../../domain/mail-address.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { Deps, MailPort } from "../engine/deps.ts";

/** @throws RefusalError if the service sends no mail */
export function mailOf({ mail }: Deps): MailPort {
  return mail ?? refuse("NO_MAIL");
}

/** @throws RefusalError */
export function readAddress(text: string): MailAddress {
  return readMailAddress(text) ?? refuse("MAIL_ADDRESS_INVALID");
}

/** Counts a mail to an address, whoever causes it, so that nobody's mailbox is filled. @throws TooManyRequests */
export async function countMailTo({ mailsToOne, hashes }: Deps, { folded }: MailAddress): Promise<void> {
  const wait_s = await mailsToOne.take(hashes.of(`mail to ${folded}`));
  if (wait_s > 0) throw new TooManyRequests(wait_s);
}
