/** getSignOutAddress: where the provider that opened the session ends its own. */
import { findProviderSession } from "../../store/queries/accounts/provider-sessions.ts";
import { wayOfSession } from "../../store/queries/accounts/session-proofs.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const getSignOutAddress = userMethod({
  name: "getSignOutAddress",
  summary:
    "Returns the address at which the OpenID provider that has opened this session ends its own. A browser goes there after signOut.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: objectOfSchema({ url: schemas.String }, ["url"]),
  example: { request: {}, result: { url: "https://sso.example.org/logout?id_token_hint=eyJh…" } },
  prepare: async ({ deps, actor }) => {
    const { providers, seal, addresses } = deps;
    if (providers.all.length === 0) return undefined;
    const session = await deps.db.read((tx) => findProviderSession(tx, actor.session_id));
    // One that another session has let in belongs to another browser's session at the provider.
    if (!session || (await deps.db.read((tx) => wayOfSession(tx, actor.session_id))) !== "provider") return undefined;
    const id_token = seal.open(session.id_token, "id token") ?? "";
    return providers.signOutUrl(session.issuer, id_token, `${addresses.public_url}/sign-in`);
  },
  async run(_call, _params, url) {
    return url === undefined ? {} : { url };
  },
});
