/** What a service that sends mail is told. */
import type { SmtpOptions } from "../mail/smtp.ts";

/** What a service that sends mail needs. */
export interface MailOptions {
  readonly smtp: SmtpOptions;
  /** The address in links. It is set: that of a request would let a stranger choose where a link leads. */
  readonly public_url: string;
}
