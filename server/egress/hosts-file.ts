/** Names of `/etc/hosts`, which the resolver of DNS does not know. */
import type { LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { ChangingFile } from "./changing-file.ts";

export class HostsFile {
  readonly #file: ChangingFile<ReadonlyMap<string, readonly LookupAddress[]>>;

  constructor(path: string) {
    this.#file = new ChangingFile(path, readHosts);
  }

  /** The addresses of a lower-case name, in the order of the file. */
  async find(name: string): Promise<readonly LookupAddress[]> {
    return (await this.#file.read()).get(name) ?? [];
  }
}

/** Lines of an address and its names (hosts(5)). Anything else is skipped. */
export function readHosts(text: string): Map<string, LookupAddress[]> {
  const hosts = new Map<string, LookupAddress[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const key = name.toLowerCase();
      const found = hosts.get(key) ?? [];
      found.push({ address, family });
      hosts.set(key, found);
    }
  }
  return hosts;
}
