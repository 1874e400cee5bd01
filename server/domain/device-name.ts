/** The name of a device in the list of sessions, as the `User-Agent` header tells it. */

/** The longest name of a device, in characters: that of the parameter `device`. */
export const MAX_DEVICE_NAME = 64;
/** Characters of the header that are read. Browsers send about 150. */
const MAX_AGENT = 512;

/** A browser that builds on another names that one, too, so it stands before it. */
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Vivaldi/", "Vivaldi"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["CriOS/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

/** The product that a program names first, as `curl` of `curl/8.5.0`. */
const PRODUCT = /^[A-Za-z][A-Za-z0-9._+-]*/;

/**
 * The browser and the system, as `Firefox, Linux`; of a program its product, as `curl`. Empty if the header names
 * neither. The client writes the header, so the name is no proof.
 */
export function deviceName(user_agent = ""): string {
  const agent = user_agent.slice(0, MAX_AGENT);
  const find = (table: readonly (readonly [string, string])[]) => table.find(([mark]) => agent.includes(mark))?.[1];
  const browser = find(BROWSERS);
  if (agent.startsWith("Mozilla/") || browser !== undefined)
    return [browser ?? "Browser", find(SYSTEMS)].filter((part) => part !== undefined).join(", ");
  return (PRODUCT.exec(agent)?.[0] ?? "").slice(0, MAX_DEVICE_NAME);
}
