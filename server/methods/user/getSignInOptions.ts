/** getSignInOptions: the ways to sign in, for the page of the sign-in. */
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { publicMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas, objectOfSchema } from "../engine/schemas.ts";

export const getSignInOptions = publicMethod({
  name: "getSignInOptions",
  summary:
    "Lists the ways to sign in: whether people do so by password, the OpenID providers, in the operator's order, and whether a forgotten password is replaced by mail (requestPasswordReset). A browser begins at `/api/oidc/<id>/start`.",
  effect: "read",
  access: { scope: "anyone" },
  fields: {},
  result: objectOfSchema({
    password: schemas.Boolean,
    mails_resets: schemas.Boolean,
    providers: arrayOfSchema(schemas.SignInProvider),
  }),
  example: {
    request: {},
    result: { password: true, mails_resets: false, providers: [{ id: "company", label: "Company account" }] },
  },
  async run({ tx, deps }) {
    const providers = deps.providers.all.map(({ options: { id, label } }) => ({ id, label }));
    const password = await isPasswordSignInOn(tx);
    return { password, mails_resets: password && deps.mail !== undefined, providers };
  },
});
