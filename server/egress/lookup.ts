/** Finds the addresses of names, and gives connections none but allowed ones (behaviour.md §6). */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { isAllowed, NOT_ALLOWED, type EgressRules } from "./addresses.ts";
import { EgressFault } from "./fault.ts";

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

/** The lookup of a connection: what was checked is what is connected to. */
export function allowedLookup(find: Resolve, rules: EgressRules): LookupFunction {
  return (name, { all }, done) => {
    find(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address, rules));
        if (found.length === 0) done(new EgressFault("the name of the host is not known"), []);
        else if (allowed.length === 0) done(new EgressFault(NOT_ALLOWED), []);
        else if (all) done(null, allowed);
        else done(null, allowed[0]!.address, allowed[0]!.family);
      },
      () => done(new EgressFault("the name of the host is not known"), []),
    );
  };
}

export function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
