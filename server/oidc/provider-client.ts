/** The protocol with one OpenID provider: discovery, authorization code with PKCE, sign-out, logout tokens. */
import * as client from "openid-client";
import type { Claims } from "../domain/provider-claims.ts";
import { LogoutTokens, type LogoutToken } from "./logout-tokens.ts";
import { asProviderError, ProviderError } from "./provider-error.ts";
import { ProviderFetch, type FetchOptions } from "./provider-fetch.ts";
import type { ProviderOptions } from "./provider.ts";

/** Differences of clocks that are tolerated. */
export const CLOCK_TOLERANCE_S = 60;
/** How long what a provider says of itself is used; keys are fetched when one is new. */
const DISCOVERY_LIFE_MS = 60 * 60_000;
/** After a failure, so that strangers cannot make the service ask all the time. */
const FAILURE_LIFE_MS = 5000;

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
  readonly until_ms: number;
}

export class ProviderClient {
  readonly options: ProviderOptions;
  readonly #fetch: ProviderFetch;
  readonly #clock: ProviderClock;
  #discovered: Discovered | undefined;
  #running: Promise<client.Configuration> | undefined;
  #failure: { readonly error: ProviderError; readonly until_ms: number } | undefined;
  #logoutTokens: LogoutTokens | undefined;

  constructor(options: ProviderOptions, clock: ProviderClock, http: Pick<FetchOptions, "clock" | "rules">) {
    this.options = options;
    this.#clock = clock;
    this.#fetch = new ProviderFetch({ ...http, issuer: options.issuer, certificate: options.certificate });
  }

  /** Where the browser goes, and what it must come back with. @throws ProviderError */
  async begin(redirect_uri: string): Promise<Attempt & { readonly url: string }> {
    const config = await this.#configuration();
    const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri,
      scope: this.options.scopes.join(" "),
      response_type: "code",
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    return { url: url.href, state, nonce, verifier };
  }

  /**
   * Exchanges the code for claims. @param url - the whole address to which the browser came back. @throws ProviderError
   */
  async finish(url: URL, { state, nonce, verifier }: Attempt): Promise<ProviderAnswer> {
    const named = url.searchParams.get("iss");
    assertSameIssuer(named, this.options.issuer);
    const config = await this.#configuration();
    if (named === null && config.serverMetadata().authorization_response_iss_parameter_supported === true)
      throw new ProviderError("mixed_up", "the response does not name its issuer");
    try {
      const tokens = await client.authorizationCodeGrant(config, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const told = tokens.claims()!;
      if (told.iat > this.#clock.now() / 1000 + CLOCK_TOLERANCE_S)
        throw new ProviderError("clock", "the ID token was issued in the future");
      const { userinfo_endpoint } = config.serverMetadata();
      const info =
        userinfo_endpoint === undefined ? {} : await client.fetchUserInfo(config, tokens.access_token, told.sub);
      const sid = typeof told.sid === "string" ? told.sid : "";
      return { subject: told.sub, claims: { ...info, ...told }, sid, id_token: tokens.id_token! };
    } catch (error) {
      throw asProviderError(error);
    }
  }

  /** Where the provider ends its session; `undefined` if it cannot, or is not to. @throws ProviderError */
  async endSessionUrl(id_token: string, return_to: string): Promise<string | undefined> {
    if (!this.options.sign_out) return undefined;
    const config = await this.#configuration();
    if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
    const hint = id_token === "" ? {} : { id_token_hint: id_token };
    return client.buildEndSessionUrl(config, { ...hint, post_logout_redirect_uri: return_to }).href;
  }

  /** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). @throws ProviderError */
  async readLogoutToken(token: string): Promise<LogoutToken> {
    const { jwks_uri, id_token_signing_alg_values_supported: algorithms } = await this.metadata();
    if (jwks_uri === undefined) throw new ProviderError("bad_answer", "the provider has no keys");
    const { issuer, client_id } = this.options;
    this.#logoutTokens ??= new LogoutTokens({ issuer, client_id, jwks_uri, algorithms, fetch: this.fetch });
    return this.#logoutTokens.read(token, this.#clock.date());
  }

  /** What the provider says of itself. @throws ProviderError */
  async metadata(): Promise<client.ServerMetadata> {
    return (await this.#configuration()).serverMetadata();
  }

  /** `fetch` under the rules for this provider. @throws ProviderError */
  readonly fetch: ProviderFetch["fetch"] = (address, init) => this.#fetch.fetch(address, init);

  close(): void {
    this.#fetch.close();
  }

  /** One request serves all who wait for it. */
  async #configuration(): Promise<client.Configuration> {
    const now_ms = this.#clock.now();
    if (this.#discovered && now_ms < this.#discovered.until_ms) return this.#discovered.config;
    if (this.#failure && now_ms < this.#failure.until_ms) throw this.#failure.error;
    this.#running ??= this.#discover().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #discover(): Promise<client.Configuration> {
    const { issuer, client_id, client_secret } = this.options;
    try {
      const config = await client.discovery(
        new URL(issuer),
        client_id,
        { [client.clockTolerance]: CLOCK_TOLERANCE_S },
        client_secret === undefined ? client.None() : bySecret(client_secret),
        {
          [client.customFetch]: this.fetch as client.CustomFetch,
          execute: [
            client.enableNonRepudiationChecks,
            ...(issuer.startsWith("http:") ? [client.allowInsecureRequests] : []),
          ],
        },
      );
      this.#failure = undefined;
      this.#discovered = { config, until_ms: this.#clock.now() + DISCOVERY_LIFE_MS };
      return config;
    } catch (cause) {
      const { message } = asProviderError(cause);
      const error = new ProviderError("unavailable", message, { cause });
      this.#failure = { error, until_ms: this.#clock.now() + FAILURE_LIFE_MS };
      throw error;
    }
  }
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
