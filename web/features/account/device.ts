/** The name of this browser in the list of sessions. */

const BROWSERS = [
  ["Edg/", "Edge"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS", "macOS"],
  ["Linux", "Linux"],
] as const;

export function deviceName(agent: string = navigator.userAgent): string {
  const find = (table: readonly (readonly [string, string])[]) => table.find(([mark]) => agent.includes(mark))?.[1];
  return [find(BROWSERS) ?? "Browser", find(SYSTEMS)].filter(Boolean).join(", ");
}
