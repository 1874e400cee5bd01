/** Resolves host names to allowed addresses only (behaviour.md §6). */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isAllowed, NOT_ALLOWED, type EgressRules } from "./addresses.ts";
import { EgressError } from "./egress-error.ts";

/** Returns all addresses of a host name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The lookup function of connections. The connection goes to the address that was checked. */
export function allowedLookup(find: Resolve, rules: EgressRules): LookupFunction {
  return (name, { all }, done) => {
    find(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address, rules));
        if (found.length === 0) done(new EgressError("the name of the host is not known"), []);
        else if (allowed.length === 0) done(new EgressError(NOT_ALLOWED), []);
        else if (all) done(null, allowed);
        else done(null, allowed[0]!.address, allowed[0]!.family);
      },
      () => done(new EgressError("the name of the host is not known"), []),
    );
  };
}

export function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
