/** The address of an SMTP server: `smtp[s]://[user:password@]host[:port][?tls=…&connections=…&timeout_s=…]`. */

const MAX_PORT = 65_535;
const SUBMISSION_PORT = 587;
const SUBMISSIONS_PORT = 465;
const HOST = /^(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])$/i;
/** The most connections to a mail server that are of use: a queue goes out in the time of its answers. */
const MAX_CONNECTIONS = 20;
const DEFAULT_CONNECTIONS = 3;
const MAX_TIMEOUT_S = 300;
const DEFAULT_TIMEOUT_S = 20;
const WHOLE = /^[1-9]\d{0,3}$/;
const PARAMETERS = new Set(["tls", "connections", "timeout_s"]);

/** `required`: nothing is said in clear but STARTTLS. `optional`: encrypted where the server offers it. */
const TLS = /^(?:required|optional|off)$/;

/** A mail server as the operator has named it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection begins encrypted (smtps). */
  readonly is_encrypted: boolean;
  readonly tls: "required" | "optional" | "off";
  /** `undefined` where the server asks for none. */
  readonly credentials: { readonly user: string; readonly password: string } | undefined;
  readonly connections: number;
  /** For the connection, the greeting, and each answer. */
  readonly timeout_s: number;
}

export class SmtpUrl {
  readonly server: SmtpServer;
  readonly #text: string;

  private constructor(text: string, url: URL, credentials: SmtpServer["credentials"]) {
    this.#text = text;
    const is_encrypted = url.protocol === "smtps:";
    this.server = {
      host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: url.port === "" ? (is_encrypted ? SUBMISSIONS_PORT : SUBMISSION_PORT) : Number(url.port),
      is_encrypted,
      tls: (url.searchParams.get("tls") as SmtpServer["tls"] | null) ?? "required",
      credentials,
      connections: Number(url.searchParams.get("connections") ?? DEFAULT_CONNECTIONS),
      timeout_s: Number(url.searchParams.get("timeout_s") ?? DEFAULT_TIMEOUT_S),
    };
  }

  /** @returns `undefined` if it is not such an address */
  static parse(text: string): SmtpUrl | undefined {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const { searchParams, pathname, hash, port } = url;
    const credentials = credentialsOf(url);
    const isValid =
      /^smtps?:$/.test(url.protocol) &&
      /^\/?$/.test(pathname) &&
      hash === "" &&
      HOST.test(url.hostname) &&
      Number(port || 1) >= 1 &&
      Number(port || 1) <= MAX_PORT &&
      credentials !== "invalid" &&
      [...searchParams.keys()].every((name) => PARAMETERS.has(name) && searchParams.getAll(name).length === 1) &&
      isTls(searchParams.get("tls"), url.protocol) &&
      isUpTo(searchParams.get("connections"), MAX_CONNECTIONS) &&
      isUpTo(searchParams.get("timeout_s"), MAX_TIMEOUT_S);
    return isValid ? new SmtpUrl(text, url, credentials) : undefined;
  }

  toString(): string {
    return this.#text;
  }
}

/** A user without a password, or the reverse, is a mistake. */
function credentialsOf({ username, password }: URL): SmtpServer["credentials"] | "invalid" {
  if (username === "" && password === "") return undefined;
  if (username === "" || password === "") return "invalid";
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return "invalid";
  }
}

/** smtps is encrypted from the start. */
function isTls(text: string | null, protocol: string): boolean {
  return text === null || (protocol === "smtp:" && TLS.test(text));
}

function isUpTo(text: string | null, limit: number): boolean {
  return text === null || (WHOLE.test(text) && Number(text) <= limit);
}
