/**
 * Resolves host names without `getaddrinfo`, which has two threads for all of the process and cannot be cancelled:
 * `/etc/hosts`, then DNS. Only names of the local network go to the other sources of the system (nsswitch.conf).
 */
import { lookup as systemLookup, promises as dns, type LookupAddress } from "node:dns";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { ChangingFile } from "./changing-file.ts";
import { EgressError } from "./egress-error.ts";
import { HostsFile } from "./hosts-file.ts";
import { candidatesOf, readResolvConf, withoutFinalDot } from "./resolv-conf.ts";
import type { EgressClock } from "./pool.ts";
import type { Resolve } from "./lookup.ts";

/** Milliseconds until a server is asked again, and how often it is asked. */
const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
/** How long the addresses of one family wait for those of the other. */
const OTHER_FAMILY_MS = 250;
/** Lookups of an account that wait for the other sources, which one lookup at a time may ask. */
const MAX_WAITING = 4;

const LOOPBACK = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 },
];
/** Names that public DNS does not have: those without a dot, and those of local networks (RFC 6762, RFC 8375). */
const LOCAL_NAME = /^[^.]+$|\.(local|internal|lan|home\.arpa)$/;
/** Codes of an answer that there is no such name, or none with an address. */
const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);

export interface SystemNamesOptions {
  readonly clock: EgressClock;
  /** Whether connections to local networks may be allowed at all. */
  readonly asksOtherSources: boolean;
  readonly hosts_path?: string;
  /** The servers to ask, instead of those of `/etc/resolv.conf`. */
  readonly servers?: readonly string[];
}

/** Returns a function that resolves host names as the system does. */
export function systemNames({
  clock,
  asksOtherSources,
  hosts_path = "/etc/hosts",
  servers,
}: SystemNamesOptions): Resolve {
  const hosts = new HostsFile(hosts_path);
  // A change of servers takes a new resolver.
  const configuration = new ChangingFile("/etc/resolv.conf", (text) => ({
    ...readResolvConf(servers ? "" : text),
    resolver: openResolver(servers),
  }));
  const others = new ConcurrencyLimit<number>({
    max_running: 1,
    max_waiting_per_key: MAX_WAITING,
    refusal: () => new EgressError("too many names are being looked up"),
  });
  return async (name, { account_id, signal }) => {
    const host = withoutFinalDot(name.toLowerCase());
    const listed = await hosts.find(host);
    if (listed.length > 0) return listed;
    if (/(^|\.)localhost$/.test(host)) return LOOPBACK;
    const { resolver, ...conf } = await configuration.read();
    const found = await askDns(resolver, candidatesOf(name.toLowerCase(), conf), clock, signal);
    if (found.length > 0 || !asksOtherSources || !LOCAL_NAME.test(host)) return found;
    return others.run(account_id, async () => (signal.aborted ? [] : resolveBySystem(host).catch(() => [])));
  };
}

function openResolver(servers: readonly string[] | undefined): dns.Resolver {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES });
  if (servers) resolver.setServers(servers);
  return resolver;
}

/** @throws the error of a server, where no name has an address */
async function askDns(
  resolver: dns.Resolver,
  names: readonly string[],
  clock: EgressClock,
  signal: AbortSignal,
): Promise<readonly LookupAddress[]> {
  let fault: unknown;
  for (const name of names) {
    if (signal.aborted) break;
    try {
      const found = await askBoth(resolver, name, clock);
      if (found.length > 0) return found;
    } catch (error) {
      fault ??= error;
    }
  }
  if (fault !== undefined) throw fault;
  return [];
}

/** Asks for addresses of both families. The second does not delay the first for long. */
function askBoth(resolver: dns.Resolver, name: string, clock: EgressClock): Promise<readonly LookupAddress[]> {
  const families = [ask(resolver.resolve4(name), 4), ask(resolver.resolve6(name), 6)];
  return new Promise((resolve, reject) => {
    const found: LookupAddress[][] = families.map(() => []);
    let pending = families.length;
    let fault: unknown;
    let cancel = () => {};
    const finish = () => {
      cancel();
      const all = found.flat();
      if (all.length > 0 || fault === undefined) resolve(all);
      else reject(fault);
    };
    const answered = (addresses: LookupAddress[], family: number) => {
      found[family] = addresses;
      pending -= 1;
      if (pending === 0) finish();
      else if (addresses.length > 0) cancel = clock.after(OTHER_FAMILY_MS, finish);
    };
    for (const [n, family] of families.entries()) {
      family.then(
        (addresses) => answered(addresses, n),
        (error: unknown) => {
          fault = error;
          answered([], n);
        },
      );
    }
  });
}

/** @returns none for a name that is not there; @throws the error of a server */
async function ask(query: Promise<string[]>, family: number): Promise<LookupAddress[]> {
  try {
    return (await query).map((address) => ({ address, family }));
  } catch (error) {
    if (NO_SUCH_NAME.has((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
}

/** Asks every source of the system. It takes one of the two threads that the process has for this, until it is answered. */
export function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
