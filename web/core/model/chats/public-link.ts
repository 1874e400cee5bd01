/** Links to public chats, and whether an address works on this machine only. */
export { isLoopbackUrl } from "@heliogram/shared/loopback-url.ts";

/** The link by which anybody can open a public chat. */
export function publicLink(username: string, address: string): string {
  return `${address}/@${username}`;
}
