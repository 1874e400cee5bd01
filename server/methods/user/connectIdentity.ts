/** connectIdentity: begins to connect the person's account to an OpenID provider. */
import { refuse } from "../../domain/refusals.ts";
import { sealTicket } from "../engine/connect-ticket.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";
import { proveSelf } from "./proven-password.ts";
import { PROVIDER_FIELD } from "./provider-field.ts";

export const connectIdentity = userMethod({
  name: "connectIdentity",
  summary:
    "Returns the path to which the browser of this session goes to connect the account to a provider. It is valid for a minute. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "read",
  access: { scope: "self" },
  fields: { provider: PROVIDER_FIELD, password: optional(text({ max: 1024 })) },
  result: objectOfSchema({ path: schemas.String }),
  refusals: ["PROVIDER_NOT_FOUND", "PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: {
    request: { provider: "company", password: "correct horse" },
    result: { path: "/api/oidc/company/start?connect=n3Rk…" },
  },
  prepare: async ({ deps, params: { provider, password }, actor }) => {
    if (!deps.providers.find(provider)) refuse("PROVIDER_NOT_FOUND");
    await proveSelf(deps, actor, password);
  },
  async run({ deps, actor, now }, { provider }) {
    const ticket = { person_id: actor.id, session_id: actor.session_id, provider_id: provider };
    return { path: `/api/oidc/${provider}/start?connect=${sealTicket(deps.seal, ticket, now)}` };
  },
});
