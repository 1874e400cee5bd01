/** The OpenID providers of the setting `oidc`: what one is, and what its parts are by default. */
import { parseDocument } from "yaml";
import { z } from "zod";

const MAX_PROVIDERS = 10;
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Issuers of Entra that stand for the tenants of everybody. */
const ANY_TENANT = /^https:\/\/login\.microsoftonline\.(?:com|us)\/(?:common|organizations|consumers)(?:\/|$)/i;

const text = z.string().min(1).max(500);
const texts = z.array(text).max(100);
/** Over plain http, whoever is on the way could sign in as anybody. */
const issuer = z
  .url({ protocol: /^https?$/ })
  .refine((url) => url.startsWith("https:") || LOOPBACK.test(new URL(url).hostname), {
    error: "must begin with https:// unless it is on this machine",
  })
  .refine((url) => !/[?#]/.test(url), { error: "must have no query" })
  .refine((url) => !url.includes("/.well-known/"), { error: "must be the issuer alone, without /.well-known/" })
  .refine((url) => !ANY_TENANT.test(url), { error: "must name one tenant: in the others anybody can be anything" });
const chat = z.union([z.int(), z.string().regex(/^@[A-Za-z]\w{2,31}$/)]);

const provider = z
  .strictObject({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,31}$/),
    label: z.string().min(1).max(64),
    issuer,
    client_id: text,
    client_secret: text.optional(),
    client_secret_file: text.optional(),
    scopes: texts.default(["openid", "profile", "email"]),
    claims: z
      .strictObject({
        first_name: text.default("given_name"),
        last_name: text.default("family_name"),
        username: text.default("preferred_username"),
        photo: text.default("picture"),
        email: text.default("email"),
        email_verified: text.default("email_verified"),
        groups: text.default("groups"),
        domain: text.optional(),
      })
      .prefault({}),
    update: z.array(z.enum(["name", "photo"])).default([]),
    accounts: z
      .strictObject({
        anyone: z.boolean().default(false),
        domains: z.array(text.transform((each) => each.toLowerCase().replace(/^@/, ""))).default([]),
        groups: texts.default([]),
      })
      .prefault({}),
    owner: z.strictObject({ claim: text, value: text }).optional(),
    chats: z.record(text, z.union([chat.transform((one) => [one]), z.array(chat).max(100)])).default({}),
    certificate_file: text.optional(),
    choose_account: z.enum(["select_account", "login", "none"]).optional(),
    sign_out: z.boolean().default(true),
  })
  .refine((each) => each.client_secret === undefined || each.client_secret_file === undefined, {
    error: "has client_secret and client_secret_file",
  })
  .refine((each) => each.scopes.includes("openid"), { error: "lacks the scope openid" });

const providers = z
  .array(provider)
  .max(MAX_PROVIDERS)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: "has an id twice" })
  .refine((all) => new Set(all.map((each) => each.issuer)).size === all.length, { error: "has an issuer twice" });

/** A list in the file of settings, or its text in YAML or JSON. */
export const oidcProviders = z.union([z.string(), z.array(z.unknown())]).transform((given, context) => {
  const list = typeof given === "string" ? listIn(given) : given;
  const parsed = providers.safeParse(list);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // Values are left out: one of them may be a secret in the wrong place.
  const message = `${issue!.path.join(".") || "the list"}: ${issue!.message}`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function listIn(yaml: string): unknown {
  const document = parseDocument(yaml);
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS() as unknown;
  } catch {
    return undefined;
  }
}
