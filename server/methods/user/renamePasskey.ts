/** renamePasskey: gives a passkey of the person another name. */
import { renamePasskey as rename } from "../../app/accounts/passkeys.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { PASSKEY_NAME } from "./passkey-fields.ts";

export const renamePasskey = userMethod({
  name: "renamePasskey",
  summary: "Gives a passkey another name.",
  effect: "write",
  access: { scope: "self" },
  fields: { passkey_id: int(), name: PASSKEY_NAME },
  refusals: ["PASSKEY_NOT_FOUND"],
  example: { request: { passkey_id: 1, name: "Old laptop" }, result: true },
  async run({ tx, actor, fail }, { passkey_id, name }) {
    return (await rename(tx, actor.id, passkey_id, name)) || fail("PASSKEY_NOT_FOUND");
  },
});
