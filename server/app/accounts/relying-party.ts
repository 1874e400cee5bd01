/** For whom passkeys are made: the domain of the service's public URL (behaviour.md §2). */

export interface RelyingParty {
  /** The domain to which authenticators bind passkeys. */
  readonly rp_id: string;
  /** The origin of the pages on which they work. */
  readonly origin: string;
}

const IP_ADDRESS = /^(?:\[.*\]|\d+(?:\.\d+){3})$/;

const isLocal = (hostname: string) => hostname === "localhost" || hostname.endsWith(".localhost");

/**
 * `undefined` where browsers have no passkeys: at an IP address, and on plain http but for localhost. Without a public URL
 * they work on the computer of the service alone.
 */
export function relyingPartyOf({
  configured_url,
  public_url,
}: {
  readonly configured_url: string | undefined;
  readonly public_url: string;
}): RelyingParty | undefined {
  const url = new URL(public_url);
  if (configured_url === undefined) url.hostname = "localhost";
  const { protocol, hostname, origin } = url;
  if (IP_ADDRESS.test(hostname) || (protocol !== "https:" && !isLocal(hostname))) return undefined;
  return { rp_id: hostname, origin };
}
