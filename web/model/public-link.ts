/** Addresses that people hand on: that of a public chat, and whether one is of use to others. */
export { isOfOneMachine } from "@heliogram/shared/addresses.ts";

/** By which everybody comes to a public chat. */
export function publicLink(username: string, address: string): string {
  return `${address}/@${username}`;
}
