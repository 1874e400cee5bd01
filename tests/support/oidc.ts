/** OpenID providers of the tests: options, the real `oidc-provider` on loopback, and a browser that follows redirects. */
import { generateKeyPairSync, sign } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import type { ProviderOptions } from "heliogram/oidc/provider.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import type { Json } from "./json.ts";
import { exchange, type TextResponse } from "./http-client.ts";

export const CLIENT_ID = "heliogram";
export const CLIENT_SECRET = "a secret of the tests";

/** What the settings make of a provider. */
export function providerOptions(given: { readonly id: string; readonly issuer: string } & object): ProviderOptions {
  const file = { label: "Company account", client_id: CLIENT_ID, client_secret: CLIENT_SECRET, ...given };
  const [provider] = settingsSchema.parse({ oidc: [file] }).oidc;
  const { certificate_file: _certificate, client_secret_file: _file, owner, client_secret, ...rest } = provider!;
  return { ...rest, owner, client_secret, certificate: "" };
}

/** The claims of an account, by its name. */
export type Accounts = Record<string, Record<string, unknown>>;

/** A listener whose handler comes later, so that its address is known before. */
export class LoopbackServer {
  readonly #server: Server;
  readonly #name: string;
  handle: Parameters<typeof createServer>[1] = (_req, res) => res.writeHead(503).end();

  private constructor(name: string) {
    this.#name = name;
    this.#server = createServer((req, res) => this.handle!(req, res));
  }

  /**
   * @param host - another address of this machine, for what a provider has on other hosts
   * @param name - the name of the host in `url`
   */
  static async open(host = "127.0.0.1", name = host): Promise<LoopbackServer> {
    const opened = new LoopbackServer(name);
    await new Promise<void>((done) => opened.#server.listen(0, host, done));
    return opened;
  }

  get url(): string {
    return `http://${this.#name}:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}

interface RealProviderOptions {
  readonly server: LoopbackServer;
  readonly accounts: Accounts;
  /** The addresses of the services, and the id of the provider there. */
  readonly services: readonly string[];
  readonly id: string;
  /** Names of claims besides the usual ones. */
  readonly claims?: readonly string[];
}

/** Answers as `oidc-provider`, in which the account of `signs_in` signs in without a question. */
export function serveProvider({ server, accounts, services, id, claims = [] }: RealProviderOptions): {
  signs_in: string;
} {
  const state = { signs_in: "" };
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const provider = new Provider(server.url, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: services.map((url) => `${url}/api/oidc/${id}/callback`),
        post_logout_redirect_uris: services.map((url) => `${url}/sign-in`),
        backchannel_logout_uri: `${services[0]!}/api/oidc/${id}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] },
    cookies: { keys: ["a key of the tests"] },
    claims: {
      openid: ["sub"],
      email: ["email", "email_verified"],
      profile: ["name", "given_name", "family_name", "preferred_username", "picture", "groups", "roles", ...claims],
    },
    findAccount: (_context, sub) => accounts[sub] && { accountId: sub, claims: () => ({ sub, ...accounts[sub] }) },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    // Its own rules refuse loopback.
    fetch: (url, options) => fetch(url, { ...(options as object), dispatcher: undefined } as unknown as RequestInit),
    pkce: { required: () => true },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, IdToken: 600 },
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new context.oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.handle = (req, res) => {
    if (!req.url!.startsWith("/interaction/")) return void answer(req, res);
    const result =
      state.signs_in === ""
        ? { error: "access_denied", error_description: "said no" }
        : { login: { accountId: state.signs_in, remember: false } };
    void provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false });
  };
  return state;
}

/** A browser without scripts: it keeps cookies by host, and follows redirects where it is told to. */
export class Browser {
  readonly cookies = new Map<string, string>();

  /** @param headers - besides the cookies */
  async get(url: string, headers: Record<string, string> = {}): Promise<TextResponse> {
    return this.#keep(await exchange(url, { headers: { cookie: this.#header(), ...headers } }));
  }

  async post(url: string, body: string, headers: Record<string, string> = {}): Promise<TextResponse> {
    return this.#keep(await exchange(url, { method: "POST", body, headers: { cookie: this.#header(), ...headers } }));
  }

  /** Follows redirects until an address that `stops` at, or an answer that is none. @returns the last address */
  async follow(url: string, stops: (url: URL) => boolean = () => false): Promise<string> {
    let at = new URL(url);
    for (let hops = 0; hops < 20; hops += 1) {
      if (stops(at)) return at.href;
      const response = await this.get(at.href);
      const location = response.headers.get("location");
      if (location === null) return at.href;
      at = new URL(location, at);
    }
    throw new Error(`too many redirects: ${at.href}`);
  }

  /** Calls a method of the user API as a page of the service does. */
  async call(service: string, method: string, params: object = {}) {
    const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
    const { text } = await this.post(`${service}/api/${method}`, JSON.stringify(params), headers);
    return JSON.parse(text) as { ok: boolean; result?: Json; reason?: string; error_code?: number };
  }

  #header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keep(response: TextResponse): TextResponse {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";", 1);
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      if (value === "" || /max-age=0(;|$)|expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }
}

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

interface ForgingOptions {
  /** Behind the host in the address of the issuer. */
  readonly path?: string;
  /** What the provider says of itself besides the addresses. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether it has an address at which its session is ended. */
  readonly ends_sessions?: boolean;
}

/** A provider whose tokens a test makes: it signs whatever it is told to. */
export class ForgingProvider {
  readonly #server: LoopbackServer;
  readonly #metadata: Readonly<Record<string, unknown>>;
  readonly #ends_sessions: boolean;
  readonly issuer: string;
  #keys = newKeys();
  #kid = "one";
  readonly #others = newKeys();
  /** The nonce of the last attempt. */
  #nonce = "";
  /** Changes the claims of the next ID token. */
  claims: Record<string, unknown> = {};
  /** What the provider says of the person besides; without it there is no such address. */
  userinfo: Record<string, unknown> | undefined;
  /** The next answer of the token endpoint, in place of a token. */
  answer: { readonly status: number; readonly body: string } | undefined;
  signs: "own key" | "other key" | "nothing" = "own key";

  private constructor(server: LoopbackServer, { path = "", metadata = {}, ends_sessions = false }: ForgingOptions) {
    this.#server = server;
    this.#ends_sessions = ends_sessions;
    this.#metadata = metadata;
    this.issuer = server.url + path;
    server.handle = (req, res) => {
      const { status, body } = this.#respond(new URL(req.url!, server.url));
      req.resume();
      res.writeHead(status, { "content-type": "application/json" }).end(body);
    };
  }

  static async open(options: ForgingOptions = {}): Promise<ForgingProvider> {
    return new ForgingProvider(await LoopbackServer.open(), options);
  }

  close(): Promise<void> {
    return this.#server.close();
  }

  /** Signs with a new key from now on, and withdraws the one before. */
  rotateKeys(): void {
    this.#keys = newKeys();
    this.#kid += "+";
  }

  /** The address of the callback, after the browser has been told to go to the provider. */
  callback(location: string): string {
    const { searchParams } = new URL(location);
    this.#nonce = searchParams.get("nonce")!;
    const back = new URL(searchParams.get("redirect_uri")!);
    const iss = this.#metadata.authorization_response_iss_parameter_supported === true ? { iss: this.issuer } : {};
    back.search = String(new URLSearchParams({ code: "one", state: searchParams.get("state")!, ...iss }));
    return back.href;
  }

  token(claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const alg = this.signs === "nothing" ? "none" : "RS256";
    const input = `${part({ alg, kid: this.#kid, ...header })}.${part(claims)}`;
    if (this.signs === "nothing") return `${input}.`;
    const { privateKey } = this.signs === "own key" ? this.#keys : this.#others;
    return `${input}.${sign("sha256", Buffer.from(input), privateKey).toString("base64url")}`;
  }

  #respond({ pathname }: URL): { readonly status: number; readonly body: string } {
    const json = (value: object) => ({ status: 200, body: JSON.stringify(value) });
    if (pathname === `${new URL(this.issuer).pathname}/.well-known/openid-configuration`.replace("//", "/"))
      return json(this.#description());
    if (pathname === "/keys") {
      const key = { ...this.#keys.publicKey.export({ format: "jwk" }), kid: this.#kid, alg: "RS256", use: "sig" };
      return json({ keys: [key] });
    }
    if (pathname === "/userinfo" && this.userinfo) return json(this.userinfo);
    if (pathname !== "/token") return { status: 404, body: "" };
    if (this.answer) return this.answer;
    const now_s = Math.floor(Date.now() / 1000);
    const own = { iss: this.issuer, aud: CLIENT_ID, sub: "one", iat: now_s, exp: now_s + 300, nonce: this.#nonce };
    const id_token = this.token({ ...own, ...this.claims });
    return json({ access_token: "opaque", token_type: "bearer", id_token });
  }

  #description(): object {
    const { url } = this.#server;
    return {
      issuer: this.issuer,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/keys`,
      ...(this.#ends_sessions ? { end_session_endpoint: `${url}/logout` } : {}),
      ...(this.userinfo ? { userinfo_endpoint: `${url}/userinfo` } : {}),
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256"],
      ...this.#metadata,
    };
  }
}
