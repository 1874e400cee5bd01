/** The parameters of methods about passkeys: what browsers have got from an authenticator. */
import { MAX_PASSKEY_NAME } from "@heliogram/shared/limits.ts";
import { relyingPartyOf, type RelyingParty } from "../../app/accounts/relying-party.ts";
import type { Assertion, NewCredential } from "@heliogram/shared/passkeys.ts";
import { refuse } from "../../domain/refusals.ts";
import type { Deps } from "../engine/deps.ts";
import { described, objectOf, ParameterError, text, type Field, type Schema } from "../engine/fields.ts";

/** Characters of base64url: what authenticators send is far below. */
const MAX_ID = 1400;
const MAX_VALUE = 16_384;
const MAX_TRANSPORTS = 8;
const MAX_TRANSPORT = 32;
const BASE64URL = /^[A-Za-z0-9_-]+$/;

const ERRORS = {
  syntax: "can't parse credential: a JSON object is expected",
  shape: "invalid credential: an object is expected",
};

function badName(): never {
  throw new ParameterError("invalid name: it is empty");
}

type Members = Readonly<Record<string, unknown>>;

function base64url(value: unknown, max: number): string | undefined {
  return typeof value === "string" && value.length <= max && BASE64URL.test(value) ? value : undefined;
}

/** Reads the members of `response` that must be there. */
function valuesOf(credential: Members, names: readonly string[], fail: (sentence: string) => never): string[] {
  const response = typeof credential["response"] === "object" ? ((credential["response"] ?? {}) as Members) : {};
  return [
    ["id", base64url(credential["id"], MAX_ID)],
    ...names.map((name) => [name, base64url(response[name], MAX_VALUE)]),
  ].map(([name, value]) => value ?? fail(`invalid credential: ${name} must be base64url`));
}

function responseSchema(names: readonly string[], optional: Readonly<Record<string, Schema>>) {
  const properties = { ...Object.fromEntries(names.map((name) => [name, { type: "string" }])), ...optional };
  const response = { type: "object", required: names, properties };
  return { type: "object", required: ["id", "response"], properties: { id: { type: "string" }, response } };
}

function transportsIn({ response }: Members): string[] {
  const { transports } = response as Members;
  const isTransport = (each: unknown) => typeof each === "string" && each.length <= MAX_TRANSPORT;
  return Array.isArray(transports) ? (transports.filter(isTransport).slice(0, MAX_TRANSPORTS) as string[]) : [];
}

const OF_NEW = ["clientDataJSON", "attestationObject"];
const NEW_SCHEMA = responseSchema(OF_NEW, { transports: { type: "array", items: { type: "string" } } });

export const NEW_CREDENTIAL: Field<NewCredential> = described(
  objectOf(NEW_SCHEMA, ERRORS, (credential, fail) => {
    const [id = "", clientDataJSON = "", attestationObject = ""] = valuesOf(credential, OF_NEW, fail);
    return { id, response: { clientDataJSON, attestationObject, transports: transportsIn(credential) } };
  }),
  "What `navigator.credentials.create` has returned, by `toJSON`.",
);

const OF_ASSERTION = ["clientDataJSON", "authenticatorData", "signature"];
const ASSERTION_SCHEMA = responseSchema(OF_ASSERTION, { userHandle: { type: "string" } });

export const ASSERTION: Field<Assertion> = described(
  objectOf(ASSERTION_SCHEMA, ERRORS, (credential, fail) => {
    const values = valuesOf(credential, OF_ASSERTION, fail);
    const [id = "", clientDataJSON = "", authenticatorData = "", signature = ""] = values;
    const response = { clientDataJSON, authenticatorData, signature };
    const userHandle = base64url((credential["response"] as Members)["userHandle"], MAX_ID);
    return { id, response: userHandle === undefined ? response : { ...response, userHandle } };
  }),
  "What `navigator.credentials.get` has returned, by `toJSON`.",
);

const NAME = text({ max: MAX_PASSKEY_NAME });

export const PASSKEY_NAME: Field<string> = described(
  {
    ...NAME,
    read: (raw, name) => NAME.read(raw, name).trim() || badName(),
  },
  "By which the person tells it from others: the device, or where it is kept.",
);

/** @throws RefusalError PASSKEYS_UNAVAILABLE */
export function requireRelyingParty({ addresses }: Pick<Deps, "addresses">): RelyingParty {
  return relyingPartyOf(addresses) ?? refuse("PASSKEYS_UNAVAILABLE");
}
