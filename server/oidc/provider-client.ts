/** The protocol with one OpenID provider: discovery, authorization code with PKCE, sign-out, logout tokens. */
import * as client from "openid-client";
import type { Claims } from "../domain/provider-claims.ts";
import { assertIdentifier } from "./identifier.ts";
import { LogoutTokens, type LogoutToken } from "./logout-tokens.ts";
import { asProviderError, ProviderError } from "./provider-error.ts";
import { ProviderFetch, type FetchOptions } from "./provider-fetch.ts";
import type { ProviderOptions } from "./provider.ts";

/** Differences of clocks that are tolerated. */
export const CLOCK_TOLERANCE_S = 60;
/** How long what a provider says of itself is used. */
const DISCOVERY_LIFE_MS = 60 * 60_000;
/** After a failure, so that strangers cannot make the service ask all the time. */
const FAILURE_LIFE_MS = 5000;

const CLIENT = { [client.clockTolerance]: CLOCK_TOLERANCE_S };

export interface ProviderClock {
  /** Unix time in milliseconds. */
  now(): number;
  /** The same as an object, which the library for tokens wants. */
  date(): Date;
}

/** What the browser brings back from the provider has to fit to this. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What a provider has said about a person. */
export interface ProviderAnswer {
  readonly subject: string;
  readonly claims: Claims;
  /** The provider's session; empty if it names none. */
  readonly sid: string;
  readonly id_token: string;
}

interface Discovered {
  readonly config: client.Configuration;
  /** Made when the first logout token comes. */
  logout_tokens: LogoutTokens | undefined;
  readonly until_ms: number;
}

export class ProviderClient {
  readonly options: ProviderOptions;
  readonly #fetch: ProviderFetch;
  readonly #clock: ProviderClock;
  #discovered: Discovered | undefined;
  #running: Promise<Discovered> | undefined;
  #failure: { readonly error: ProviderError; readonly until_ms: number } | undefined;

  constructor(options: ProviderOptions, clock: ProviderClock, http: Pick<FetchOptions, "clock" | "rules">) {
    this.options = options;
    this.#clock = clock;
    this.#fetch = new ProviderFetch({ ...http, issuer: options.issuer, certificate: options.certificate });
  }

  /**
   * Where the browser goes, and what it must come back with.
   * @param isAnother - lets the person choose another account there than the one that was refused
   * @throws ProviderError
   */
  async begin(redirect_uri: string, isAnother: boolean): Promise<Attempt & { readonly url: string }> {
    const { config } = await this.#description();
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: this.options.scopes.join(" "),
      response_type: "code",
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...(isAnother ? this.#chooseAccount(config.serverMetadata()) : {}),
    });
    return { url: url.href, state, nonce, verifier };
  }

  /**
   * Otherwise the provider's own session would lead back with the account that was refused. Every provider has to know
   * `login` (OpenID Connect Core 1.0, section 15.1).
   */
  #chooseAccount({ prompt_values_supported: known }: client.ServerMetadata): { readonly prompt?: string } {
    const isListed = Array.isArray(known) && known.includes("select_account");
    const prompt = this.options.choose_account ?? (isListed ? "select_account" : "login");
    return prompt === "none" ? {} : { prompt };
  }

  /**
   * Exchanges the code for claims. @param url - the whole address to which the browser came back. @throws ProviderError
   */
  async finish(url: URL, { state, nonce, verifier }: Attempt): Promise<ProviderAnswer> {
    const named = url.searchParams.get("iss");
    assertSameIssuer(named, this.options.issuer);
    const metadata = await this.metadata();
    if (named === null && metadata.authorization_response_iss_parameter_supported === true)
      throw new ProviderError("mixed_up", "the response does not name its issuer");
    try {
      const config = this.#withoutKeys(metadata);
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const told = tokens.claims()!;
      if (told.iat > this.#clock.now() / 1000 + CLOCK_TOLERANCE_S)
        throw new ProviderError("clock", "the ID token was issued in the future");
      assertIdentifier("sub", told.sub);
      const { sid = "" } = told;
      if (sid !== "") assertIdentifier("sid", sid);
      const info =
        metadata.userinfo_endpoint === undefined
          ? {}
          : await client.fetchUserInfo(config, tokens.access_token, told.sub);
      return { subject: told.sub, claims: { ...info, ...told }, sid, id_token: tokens.id_token! };
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /** Where the provider ends its session; `undefined` if it cannot, or is not to. @throws ProviderError */
  async endSessionUrl(id_token: string, return_to: string): Promise<string | undefined> {
    if (!this.options.sign_out) return undefined;
    const { config } = await this.#description();
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const hint = id_token === "" ? {} : { id_token_hint: id_token };
    return client.buildEndSessionUrl(config, { ...hint, post_logout_redirect_uri: return_to }).href;
  }

  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). @throws ProviderError */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    const described = await this.#description();
    const { jwks_uri, id_token_signing_alg_values_supported: algorithms } = described.config.serverMetadata();
    if (jwks_uri === undefined) throw new ProviderError("bad_answer", "the provider has no keys");
    const { issuer, client_id } = this.options;
    described.logout_tokens ??= new LogoutTokens({ issuer, client_id, jwks_uri, algorithms, fetch: this.fetch });
    return described.logout_tokens.read(token, this.#clock.date());
  }

  /** What the provider says of itself. @throws ProviderError */
  async metadata(): Promise<client.ServerMetadata> {
    return (await this.#description()).config.serverMetadata();
  }

  /** `fetch` under the rules for this provider. @throws ProviderError */
  readonly fetch: ProviderFetch["fetch"] = (address, init) => this.#fetch.fetch(address, init);

  close(): void {
    this.#fetch.close();
  }

  /** One request serves all who wait for it. */
  async #description(): Promise<Discovered> {
    const now_ms = this.#clock.now();
    if (this.#discovered && now_ms < this.#discovered.until_ms) return this.#discovered;
    if (this.#failure && now_ms < this.#failure.until_ms) throw this.#failure.error;
    this.#running ??= this.#discover().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #discover(): Promise<Discovered> {
    const { issuer, client_id } = this.options;
    try {
      const config = await client.discovery(new URL(issuer), client_id, CLIENT, this.#authentication(), {
        [client.customFetch]: this.fetch as client.CustomFetch,
        execute: this.#checks(),
      });
      assertOwnIssuer(config.serverMetadata().issuer, issuer);
      this.#failure = undefined;
      this.#discovered = { config, logout_tokens: undefined, until_ms: this.#clock.now() + DISCOVERY_LIFE_MS };
      return this.#discovered;
    } catch (cause) {
      const error = asProviderError(cause);
      this.#failure = { error, until_ms: this.#clock.now() + FAILURE_LIFE_MS };
      throw error;
    }
  }

  /**
   * A configuration for one sign-in, which fetches the keys anew: a new key is known at once, and one that the provider
   * has withdrawn is refused. Only tokens of the provider's own endpoint are checked so.
   */
  #withoutKeys(metadata: client.ServerMetadata): client.Configuration {
    const config = new client.Configuration(metadata, this.options.client_id, CLIENT, this.#authentication());
    config[client.customFetch] = this.fetch as client.CustomFetch;
    for (const check of this.#checks()) check(config);
    return config;
  }

  #authentication(): client.ClientAuth {
    const { client_secret } = this.options;
    return client_secret === undefined ? client.None() : bySecret(client_secret);
  }

  #checks(): ((config: client.Configuration) => void)[] {
    const isPlain = this.options.issuer.startsWith("http:");
    return [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])];
  }
}

/**
 * The library takes issuers for equal that differ in a slash, and for Entra's `common` the issuer of every tenant, whose
 * administrators decide about groups and roles. @throws ProviderError
 */
function assertOwnIssuer(named: string, issuer: string): void {
  if (named !== issuer) throw new ProviderError("bad_answer", `the provider names itself ${named}, and not ${issuer}`);
}

/** A response of another provider (RFC 9207), before anything is sent anywhere. @throws ProviderError */
function assertSameIssuer(named: string | null, issuer: string): void {
  if (named !== null && named !== issuer) throw new ProviderError("mixed_up", "the response names another issuer");
}

/** The way that the standard has by default, unless the provider knows only the other one. */
function bySecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const auth = methods && !methods.includes("client_secret_basic") ? post : basic;
    return auth(server, ...rest);
  };
}
