/** listIdentities: the OpenID providers, and the person's accounts there. */
import { identitiesOf } from "../../store/queries/accounts/identities.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const listIdentities = userMethod({
  name: "listIdentities",
  summary: "Lists the OpenID providers of the service, and which of them the person's account is connected to.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: arrayOfSchema(schemas.ConnectedProvider),
  example: {
    request: {},
    result: [
      {
        provider: { id: "company", label: "Company account" },
        identity: { email: "alice@example.org", connected_at: 1_767_225_600, used_at: 1_767_312_000 },
      },
      { provider: { id: "google", label: "Google" } },
    ],
  },
  async run({ tx, deps, actor }) {
    const identities = await identitiesOf(tx, actor.id);
    return deps.providers.all.map(({ options: { id, label, issuer } }) => {
      const found = identities.find((each) => each.issuer === issuer);
      const identity = found && {
        ...(found.email === "" ? {} : { email: found.email }),
        connected_at: found.created_at,
        used_at: found.used_at,
      };
      return { provider: { id, label }, ...(identity ? { identity } : {}) };
    });
  },
});
