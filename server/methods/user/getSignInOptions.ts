/** getSignInOptions: the ways to sign in, for the page of the sign-in. */
import { relyingPartyOf } from "../../app/accounts/relying-party.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { publicMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas, objectOfSchema } from "../engine/schemas.ts";

export const getSignInOptions = publicMethod({
  name: "getSignInOptions",
  summary:
    "Lists the ways to sign in: whether people do so by password, the OpenID providers, in the operator's order, whether a forgotten password is replaced by mail (requestPasswordReset), and on pages of which origin passkeys work. A browser begins at `/api/oidc/<id>/start`.",
  effect: "read",
  access: { scope: "anyone" },
  fields: {},
  result: objectOfSchema(
    {
      password: schemas.Boolean,
      mails_resets: schemas.Boolean,
      providers: arrayOfSchema(schemas.SignInProvider),
      passkey_origin: schemas.String,
    },
    ["passkey_origin"],
  ),
  example: {
    request: {},
    result: {
      password: true,
      mails_resets: false,
      providers: [{ id: "company", label: "Company account" }],
      passkey_origin: "https://chat.example.org",
    },
  },
  async run({ tx, deps }) {
    const providers = deps.providers.all.map(({ options: { id, label } }) => ({ id, label }));
    const password = await isPasswordSignInOn(tx);
    const party = relyingPartyOf(deps.addresses);
    const passkeys = party ? { passkey_origin: party.origin } : {};
    return { password, mails_resets: password && deps.mail !== undefined, providers, ...passkeys };
  },
});
