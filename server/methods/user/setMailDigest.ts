/** setMailDigest: how often a mail tells the person of mentions that stayed unread. */
import { DIGEST_PERIODS } from "@heliogram/shared/mail.ts";
import { setMailDigest as set } from "../../app/mail/mail-digests.ts";
import { mailAddressOf } from "../../store/queries/mail/mail-addresses.ts";
import { described, oneOf } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { mailOf } from "./mail-fields.ts";

export const setMailDigest = userMethod({
  name: "setMailDigest",
  summary:
    "Sets how often a mail tells the person of mentions of them, and answers to them, that stayed unread. It needs a verified address.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { every: described(oneOf("off", ...DIGEST_PERIODS), "At first, and with `off`, no such mail is sent.") },
  refusals: ["NO_MAIL", "NO_MAIL_ADDRESS"],
  example: { request: { every: "daily" }, result: true },
  async run({ tx, deps, actor, now, fail }, { every }) {
    if (every !== "off") {
      mailOf(deps);
      if (!(await mailAddressOf(tx, actor.id))) return fail("NO_MAIL_ADDRESS");
    }
    await set(tx, actor.id, every, now);
    return true;
  },
});
