/** listPasskeys: the passkeys of the person. */
import { presentPasskey } from "../../present/passkeys.ts";
import { passkeysOf } from "../../store/queries/accounts/passkeys.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { signInMeans } from "./sign-in-means.ts";

export const listPasskeys = userMethod({
  name: "listPasskeys",
  summary: "Lists the person's passkeys, the oldest first.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: arrayOfSchema(schemas.Passkey),
  example: {
    request: {},
    result: [{ id: 1, name: "Laptop", created_at: 1_767_225_600, used_at: 1_767_312_000, synced: false }],
  },
  async run({ tx, deps, actor }) {
    const { rp_id } = signInMeans(deps);
    return (await passkeysOf(tx, actor.id)).map((passkey) => presentPasskey(passkey, rp_id));
  },
});
