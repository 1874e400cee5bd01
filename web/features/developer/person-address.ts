/**
 * The address at which a browser is a person. Browsers keep cookies and everything else by host name, and resolve every
 * name below `localhost` to this machine, so each person has a host name and many people fit into one browser.
 */
import type { User } from "@heliogram/shared/wire.ts";
import { MAIN_WORLD } from "../../core/model/chats/developer-search.ts";

const THIS_MACHINE = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const HOST_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Whether each person can have a host name: the service runs on the machine of the browser. */
export function hasHostNames(hostname: string): boolean {
  return THIS_MACHINE.test(hostname);
}

/** People of a further world have host names below that of the world. */
export function personAddress(origin: string, { id, username }: Pick<User, "id" | "username">, world: string): string {
  const url = new URL(`/developer/as/${encodeURIComponent(username ?? id)}`, origin);
  const isMain = world === MAIN_WORLD;
  if (!isMain) url.searchParams.set("world", world);
  if (!hasHostNames(url.hostname)) return url.href;
  const person = hostLabel(username, `person-${id}`);
  url.hostname = isMain ? `${person}.localhost` : `${person}.${hostLabel(world, "world")}.localhost`;
  return url.href;
}

function hostLabel(name: string | undefined, otherwise: string): string {
  const label = name?.toLowerCase().replaceAll("_", "-") ?? "";
  return HOST_LABEL.test(label) ? label : otherwise;
}
