/** The objects of mail. */
import { DIGEST_PERIODS, MAIL_STEPS } from "../mail.ts";
import { bool, named, note, object, oneOf, optional, str, type TypeOf } from "./schema.ts";

export const MailSettings = named(
  "MailSettings",
  object({
    enabled: bool,
    address: optional(str, "The verified address; absent if there is none."),
    pending_address: optional(str, "An address whose mail has not been answered yet."),
    digest: note(oneOf(["off", ...DIGEST_PERIODS]), "How often a mail tells of mentions that stayed unread."),
  }),
);
export type MailSettings = TypeOf<typeof MailSettings>;

export const InvitedAddress = named(
  "InvitedAddress",
  object({
    address: str,
    state: note(
      oneOf(["invited", "already_invited", "has_account"]),
      "`invited`: a mail is on its way. `already_invited`: another invitation to it is open. `has_account`: it is the address of a person.",
    ),
  }),
);
export type InvitedAddress = TypeOf<typeof InvitedAddress>;

export const MailTest = named(
  "MailTest",
  object({
    sent: bool,
    address: str,
    step: optional(oneOf(MAIL_STEPS), "Where it stopped; absent if the server has taken the mail."),
    reason: optional(str, "What the server or the network says."),
  }),
);
export type MailTest = TypeOf<typeof MailTest>;
