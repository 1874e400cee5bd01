/** An attempt to sign in with a provider, which the browser keeps sealed: every node can go on with it. */
import type { Seal } from "../../app/accounts/seal.ts";
import type { Attempt } from "../../oidc/provider-client.ts";

/** People look for their phone to confirm a sign-in. */
export const ATTEMPT_LIFE_S = 600;

/** What a page has been given to connect an account: it goes with the session of that page alone. */
export interface Connecting {
  readonly person_id: number;
  readonly session_id: number;
}

export interface StoredAttempt extends Attempt {
  readonly provider_id: string;
  /** The path of the page that is opened afterwards. */
  readonly return_to: string;
  /** Unix seconds. */
  readonly until_s: number;
  /** Where an account is connected, and nobody is signed in. */
  readonly connect?: Connecting | undefined;
}

const ATTEMPT = "provider attempt";

export function sealAttempt(seal: Seal, attempt: StoredAttempt): string {
  return seal.close(JSON.stringify(attempt), ATTEMPT);
}

/** `undefined` for one that this service has not sealed. */
export function openAttempt(seal: Seal, sealed: string): StoredAttempt | undefined {
  const text = seal.open(sealed, ATTEMPT);
  return text === undefined ? undefined : (JSON.parse(text) as StoredAttempt);
}

const MAX_PATH = 500;

/** The path of a page of this service; that of the first page for everything else, so that no other site is opened. */
export function safePath(text: string | null, public_url: string): string {
  if (text === null || text.length > MAX_PATH || !/^\/(?![/\\])/.test(text) || !URL.canParse(text, public_url))
    return "/";
  const url = new URL(text, public_url);
  if (url.origin !== new URL(public_url).origin || url.pathname.startsWith("/api/")) return "/";
  // Dot segments may leave a path that begins with two slashes, which is the name of a host.
  if (url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
