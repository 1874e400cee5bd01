/** The address of Redis: one server, servers watched by Sentinels, or a Cluster. */

export interface RedisEndpoint {
  readonly host: string;
  readonly port: number;
}

export interface RedisAddress {
  readonly kind: "single" | "sentinel" | "cluster";
  /** The server, the Sentinels, or some nodes of the Cluster. */
  readonly endpoints: readonly RedisEndpoint[];
  readonly isEncrypted: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The credentials of the Sentinels, which are not those of the servers. */
  readonly sentinel_username: string | undefined;
  readonly sentinel_password: string | undefined;
  /** The number of the database; 0 in a Cluster. */
  readonly database: number;
  /** The name that Sentinels know the servers by. */
  readonly master: string | undefined;
  /** The file with the certificates of the authorities that may have signed the servers' certificates. */
  readonly ca_path: string | undefined;
}

const FORM =
  /^redis(?<tls>s?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<user>[^@/?]*)@)?(?<hosts>[^@/?#]+)(?<rest>[/?].*)?$/;
const ENDPOINT = /^(?<host>\[[0-9a-fA-F:.]+\]|[^:[\]\s]+)(?::(?<port>\d{1,5}))?$/;
const DEFAULT_PORT = { single: 6379, sentinel: 26_379, cluster: 6379 } as const;
const OPTIONS = new Set(["ca", "sentinel_username", "sentinel_password"]);

/**
 * Reads `redis://[user:password@]host[:port][/database]`, `redis+sentinel://…host[:port],…/master[/database]` and
 * `redis+cluster://…host[:port],…`, each also with `rediss` for TLS. `?ca=path` names the authorities.
 * @throws Error that does not quote the address, which has a password in it
 */
export function parseRedisAddress(url: string): RedisAddress {
  const { tls, kind: kindName, user = "", hosts = "", rest = "" } = FORM.exec(url)?.groups ?? fail("its form");
  const kind = (kindName ?? "single") as RedisAddress["kind"];
  const endpoints = hosts.split(",").map((each) => readEndpoint(each, DEFAULT_PORT[kind]));
  if (kind === "single" && endpoints.length > 1) fail("its hosts: only Sentinels and Clusters have several");
  const { path, options } = splitRest(rest);
  const isEncrypted = tls === "s";
  const ca_path = options.get("ca") ?? undefined;
  if (ca_path !== undefined && !isEncrypted) fail("its ca, which needs rediss");
  return {
    kind,
    endpoints,
    isEncrypted,
    ...readUser(user),
    sentinel_username: options.get("sentinel_username") ?? undefined,
    sentinel_password: options.get("sentinel_password") ?? undefined,
    ...readPath(kind, path),
    ca_path,
  };
}

function readEndpoint(text: string, default_port: number): RedisEndpoint {
  const { host = "", port } = ENDPOINT.exec(text)?.groups ?? fail("its hosts");
  const number = port === undefined ? default_port : Number(port);
  if (number < 1 || number > 65_535) fail("its ports");
  return { host: host.replace(/^\[|\]$/g, ""), port: number };
}

/** `user:password`, `:password` or nothing. */
function readUser(text: string) {
  const colon = text.indexOf(":");
  const username = decode(colon < 0 ? text : text.slice(0, colon));
  const password = colon < 0 ? "" : decode(text.slice(colon + 1));
  if (username !== "" && password === "") fail("its user, who has no password");
  return { username: username || undefined, password: password || undefined };
}

function splitRest(rest: string): { path: string[]; options: URLSearchParams } {
  const [path = "", query = ""] = rest.split("?", 2);
  const options = new URLSearchParams(query);
  for (const name of options.keys()) if (!OPTIONS.has(name)) fail("its options");
  return { path: path.split("/").filter(Boolean).map(decode), options };
}

function readPath(kind: RedisAddress["kind"], path: readonly string[]) {
  const master = kind === "sentinel" ? (path[0] ?? fail("its path, which must name the master")) : undefined;
  const [number = "0", ...more] = kind === "sentinel" ? path.slice(1) : path;
  if (more.length > 0 || !/^\d{1,5}$/.test(number)) fail("its database number");
  if (kind === "cluster" && number !== "0") fail("its database number, which a Cluster does not have");
  return { master, database: Number(number) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return fail("its percent-encoding");
  }
}

function fail(part: string): never {
  throw new Error(`the address of Redis is wrong in ${part}`);
}
