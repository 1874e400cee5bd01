/**
 * The address at which a browser is a person. Browsers keep cookies and everything else by host name, and resolve every
 * name below `localhost` to this machine, so each person has a host name and many people fit into one browser.
 */
import type { User } from "@heliogram/shared/wire.ts";

const THIS_MACHINE = /^(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether each person can have a host name: the service runs on the machine of the browser. */
export function hasHostNames(hostname: string): boolean {
  return THIS_MACHINE.test(hostname);
}

export function personAddress(origin: string, { id, username }: Pick<User, "id" | "username">): string {
  const url = new URL(`/developer/as/${encodeURIComponent(username ?? id)}`, origin);
  if (hasHostNames(url.hostname)) url.hostname = `${hostLabel(id, username)}.localhost`;
  return url.href;
}

function hostLabel(id: number, username: string | undefined): string {
  const label = username?.toLowerCase().replaceAll("_", "-") ?? "";
  return HOST_LABEL.test(label) ? label : `person-${id}`;
}
