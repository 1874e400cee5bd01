/** The parts of an address, to show which of them says where it leads. */

/** @returns what comes before the host, the host with its port, and the rest; mail and phone addresses are all host */
export function addressParts(href: string): readonly [before: string, host: string, after: string] {
  const { protocol, username, password, host, pathname, search, hash } = new URL(href);
  if (host === "") return [protocol, pathname, search + hash];
  const user = password === "" ? username : `${username}:${password}`;
  return [`${protocol}//${user === "" ? "" : `${user}@`}`, host, pathname + search + hash];
}
