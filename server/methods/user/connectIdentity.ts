/** connectIdentity: begins to connect the person's account to an OpenID provider. */
import { sealTicket } from "../engine/connect-ticket.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { PROVIDER_FIELD } from "./provider-field.ts";

export const connectIdentity = userMethod({
  name: "connectIdentity",
  summary:
    "Returns the path to which the browser of this session goes to connect the account to a provider. It is valid for a minute.",
  effect: "read",
  access: { scope: "self" },
  fields: { provider: PROVIDER_FIELD },
  result: objectOfSchema({ path: schemas.String }),
  refusals: ["PROVIDER_NOT_FOUND"],
  example: { request: { provider: "company" }, result: { path: "/api/oidc/company/start?connect=n3Rk…" } },
  async run({ deps, actor, now, fail }, { provider }) {
    if (!deps.providers.find(provider)) return fail("PROVIDER_NOT_FOUND");
    const ticket = { person_id: actor.id, session_id: actor.session_id, provider_id: provider };
    return { path: `/api/oidc/${provider}/start?connect=${sealTicket(deps.seal, ticket, now)}` };
  },
});
