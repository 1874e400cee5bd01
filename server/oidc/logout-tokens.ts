/** Logout tokens, with which a provider ends sessions (OpenID Connect Back-Channel Logout 1.0). */
import { createRemoteJWKSet, customFetch, jwtVerify, type JWTVerifyGetKey } from "jose";
import { assertIdentifier } from "./identifier.ts";
import { ProviderError } from "./provider-error.ts";
import type { ProviderFetch } from "./provider-fetch.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Older tokens are refused, and the ids of younger ones are remembered. */
const MAX_AGE_S = 300;
const TOLERANCE_S = 60;
/** Signatures by a key that the service could know too prove nothing. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
const TYPES: ReadonlySet<string | undefined> = new Set([undefined, "jwt", "logout+jwt", "application/logout+jwt"]);

export interface LogoutToken {
  /** At least one of `subject` and `sid` is there. */
  readonly subject: string | undefined;
  readonly sid: string | undefined;
  readonly jti: string;
  /** Until when the `jti` must be remembered, in Unix seconds. */
  readonly expires_at: number;
}

interface LogoutTokenOptions {
  readonly issuer: string;
  readonly client_id: string;
  readonly jwks_uri: string;
  readonly algorithms: readonly string[] | undefined;
  readonly fetch: ProviderFetch["fetch"];
}

export class LogoutTokens {
  readonly #options: LogoutTokenOptions;
  readonly #keys: JWTVerifyGetKey;
  readonly #algorithms: string[];

  constructor(options: LogoutTokenOptions) {
    this.#options = options;
    this.#keys = createRemoteJWKSet(new URL(options.jwks_uri), { [customFetch]: options.fetch });
    const named = options.algorithms?.filter((each) => ALGORITHMS.includes(each)) ?? ["RS256"];
    this.#algorithms = named.length === 0 ? ["RS256"] : named;
  }

  /** @throws ProviderError */
  async read(token: string, now: Date): Promise<LogoutToken> {
    const { issuer, client_id } = this.#options;
    try {
      const { payload, protectedHeader } = await jwtVerify(token, this.#keys, {
        issuer,
        audience: client_id,
        algorithms: this.#algorithms,
        requiredClaims: ["iat", "jti", "events"],
        maxTokenAge: MAX_AGE_S,
        clockTolerance: TOLERANCE_S,
        currentDate: now,
      });
      const { events, nonce, sub, sid, jti = "", iat = 0 } = payload;
      if (!TYPES.has(protectedHeader.typ?.toLowerCase())) throw refused("the token is of another type");
      if (nonce !== undefined) throw refused("the token has a nonce");
      if (typeof events !== "object" || events === null || !Object.hasOwn(events, EVENT))
        throw refused("the token is about another event");
      if (sub === undefined && sid === undefined) throw refused("the token names nobody");
      if (sub !== undefined) assertIdentifier("sub", sub);
      // Sessions without a name have an empty one.
      if (sid !== undefined) assertIdentifier("sid", sid);
      return { subject: sub, sid, jti, expires_at: iat + MAX_AGE_S + TOLERANCE_S + 1 };
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      throw refused((error as Error).message, error);
    }
  }
}

function refused(message: string, cause?: unknown): ProviderError {
  return new ProviderError("bad_answer", message, { cause });
}
