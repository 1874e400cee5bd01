/** setMailAddress: sends a link to an address, by which it becomes the caller's. */
import { MAX_MAIL_ADDRESS } from "@heliogram/shared/limits.ts";
import { claimMailAddress } from "../../app/mail/mail-addresses.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { countMailTo, mailOf, readAddress } from "./mail-fields.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";

const HOUR_S = 3600;

export const setMailAddress = userMethod({
  name: "setMailAddress",
  summary:
    "Sends a link to a mail address. With it, the address becomes the person's own, in place of an earlier one. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  rate: "mails",
  access: { scope: "self" },
  fields: {
    address: described(text({ max: MAX_MAIL_ADDRESS }), "As name@example.org; the domain may be in any script."),
    password: optional(text({ max: 1024 })),
  },
  refusals: ["NO_MAIL", "MAIL_ADDRESS_INVALID", "PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: { request: { address: "alice@example.org", password: "correct horse" }, result: true },
  prepare: async ({ deps, params, actor }) => {
    mailOf(deps);
    const address = readAddress(params.address);
    const proven = await proveSelf(deps, actor, params.password);
    await countMailTo(deps, address);
    return { address, proven };
  },
  async run({ tx, deps, actor, now }, _params, { address, proven }) {
    await requireSamePassword(tx, actor.id, proven);
    const mint = { hashes: deps.hashes, bytes: deps.random.bytes };
    if (!(await claimMailAddress(tx, mint, actor.id, address, now))) throw new TooManyRequests(HOUR_S);
    return true;
  },
});
