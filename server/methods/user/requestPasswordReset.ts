/** requestPasswordReset: mails a link with which a person who has forgotten the password sets another one. */
import { MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import { mailReset } from "../../app/accounts/mailed-resets.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { mailOf } from "./mail-fields.ts";

export const requestPasswordReset = publicMethod({
  name: "requestPasswordReset",
  summary:
    "Mails a link with which a person sets a new password once, within an hour. The answer is the same if nobody has the name or a verified address.",
  effect: "write",
  access: { scope: "anyone" },
  fields: { name: described(text({ max: MAX_MAIL_ADDRESS }), "A user name or a verified mail address.") },
  refusals: ["NO_MAIL"],
  example: { request: { name: "alice" }, result: true },
  prepare: async ({ deps, client: { network: from } }) => {
    mailOf(deps);
    const wait_s = await deps.resets.take(from);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    return { from, isRecorded: (await deps.failuresOnRecord.take("reset")) === 0 };
  },
  async run({ tx, deps, now }, { name }, { from, isRecorded }) {
    await mailReset(tx, { hashes: deps.hashes, bytes: deps.random.bytes }, { name, from, isRecorded }, now);
    return true;
  },
});
