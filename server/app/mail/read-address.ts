/** Reads mail addresses, with domains of any script. */
import { domainToASCII } from "node:url";
import { parseMailAddress, type MailAddress } from "../../domain/mail-address.ts";

/** @returns `undefined` if it is not an address that is accepted */
export function readMailAddress(text: string): MailAddress | undefined {
  return parseMailAddress(text, domainToASCII);
}
