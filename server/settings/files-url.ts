/** The address of a bucket for files: `s3://bucket/prefix?endpoint=…&region=…&style=…`. */

const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/;
/** Folders of the prefix. No character in them is encoded, so all stores sign it in the same way. */
const PREFIX = /^\/?([\w.-]+\/)*([\w.-]+)?$/;
const REGION = /^[a-z\d-]{1,64}$/;
const PARAMETERS = new Set(["endpoint", "region", "style"]);

export class FilesUrl {
  readonly bucket: string;
  /** Empty, or ending with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** The address of the store, without a path. */
  readonly endpoint: string;
  readonly style: "path" | "host";
  readonly #text: string;

  private constructor(text: string, url: URL) {
    const prefix = url.pathname.replaceAll(/^\/+|\/+$/g, "");
    const endpoint = url.searchParams.get("endpoint");
    this.#text = text;
    this.bucket = url.hostname;
    this.prefix = prefix === "" ? "" : `${prefix}/`;
    this.region = url.searchParams.get("region") ?? "us-east-1";
    this.endpoint = endpoint?.replace(/\/$/, "") ?? `https://s3.${this.region}.amazonaws.com`;
    // Most stores other than Amazon's have no certificate for the names of buckets.
    this.style = (url.searchParams.get("style") as "path" | "host" | null) ?? (endpoint === null ? "host" : "path");
  }

  /** @returns `undefined` if it is not such an address */
  static parse(text: string): FilesUrl | undefined {
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const { searchParams } = url;
    const isValid =
      url.protocol === "s3:" &&
      url.username + url.password + url.port + url.hash === "" &&
      BUCKET.test(url.hostname) &&
      PREFIX.test(url.pathname) &&
      [...searchParams.keys()].every((name) => PARAMETERS.has(name) && searchParams.getAll(name).length === 1) &&
      isEndpoint(searchParams.get("endpoint")) &&
      REGION.test(searchParams.get("region") ?? "us-east-1") &&
      /^(path|host)$/.test(searchParams.get("style") ?? "path");
    return isValid ? new FilesUrl(text, url) : undefined;
  }

  toString(): string {
    return this.#text;
  }
}

function isEndpoint(text: string | null): boolean {
  if (text === null) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + search + hash === "" && pathname === "/";
}
