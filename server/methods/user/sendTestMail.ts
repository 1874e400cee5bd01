/** sendTestMail: sends a mail at once, and says where it stopped. */
import { MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import { mailLanguage } from "../../domain/mail.ts";
import { refuse } from "../../domain/refusals.ts";
import { mailAddressOf } from "../../store/queries/mail/mail-addresses.ts";
import { described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { countMailTo, mailOf, readAddress } from "./mail-fields.ts";

export const sendTestMail = userMethod({
  name: "sendTestMail",
  summary: "Sends a test mail at once, and returns whether the mail server has taken it, or at which step it stopped.",
  effect: "wait",
  rate: "mails",
  access: { scope: "owner" },
  fields: {
    address: described(optional(text({ max: MAX_MAIL_ADDRESS })), "By default the verified address of the caller."),
  },
  result: schemas.MailTest,
  refusals: ["NO_MAIL", "NO_MAIL_ADDRESS", "MAIL_ADDRESS_INVALID"],
  example: {
    request: {},
    result: { sent: false, address: "alice@example.org", step: "sign_in", reason: "535 5.7.8 authentication failed" },
  },
  async run({ deps, actor }, params) {
    const mail = mailOf(deps);
    const own = await deps.db.read((tx) => mailAddressOf(tx, actor.id));
    const address = readAddress(params.address ?? own?.address ?? refuse("NO_MAIL_ADDRESS"));
    await countMailTo(deps, address);
    return mail.sendTest(address.address, mailLanguage(actor.language_code));
  },
});
