/** confirmMailAddress: confirms a mail address with the code of the mail. */
import { confirmMailAddress as confirm } from "../../app/mail/mail-addresses.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";

export const confirmMailAddress = publicMethod({
  name: "confirmMailAddress",
  summary:
    "Confirms a mail address with the code of its mail, once. It needs no session, because mail is often read elsewhere.",
  effect: "write",
  access: { scope: "anyone" },
  fields: { code: described(text({ max: 128 }), "The code at the end of the mail's link.") },
  refusals: ["MAIL_CODE_INVALID", "MAIL_ADDRESS_TAKEN"],
  example: { request: { code: "9fXw…" }, result: true },
  async run({ tx, deps, now, fail }, { code }) {
    const confirmed = await confirm(tx, deps.app, deps.hashes.of(code), now);
    return typeof confirmed === "string" ? fail(confirmed) : true;
  },
});
