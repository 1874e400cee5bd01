/** getMailSettings: whether the service sends mail, and the caller's own address. */
import { mailAddressOf, mailClaimOf } from "../../store/queries/mail/mail-addresses.ts";
import { findMailDigest } from "../../store/queries/mail/mail-digests.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getMailSettings = userMethod({
  name: "getMailSettings",
  summary: "Returns whether the service sends mail, and the person's own address and digests.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.MailSettings,
  example: { request: {}, result: { enabled: true, address: "alice@example.org", digest: "off" } },
  async run({ tx, deps, actor, now }) {
    const verified = await mailAddressOf(tx, actor.id);
    const claim = await mailClaimOf(tx, actor.id, now);
    const digest = await findMailDigest(tx, actor.id);
    return {
      enabled: deps.mail !== undefined,
      ...(verified ? { address: verified.address } : {}),
      ...(claim ? { pending_address: claim.address } : {}),
      digest: digest ? digest.every : ("off" as const),
    };
  },
});
