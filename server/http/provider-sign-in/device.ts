/** A name for the device of a browser, as the web client gives it at a sign-in by password. */

const BROWSERS = [
  ["Firefox", /Firefox\//],
  ["Edge", /Edg\//],
  ["Opera", /OPR\//],
  ["Chrome", /(?:Chrome|CriOS)\//],
  ["Safari", /Safari\//],
] as const;
const SYSTEMS = [
  ["Android", /Android/],
  ["iPhone", /iPhone/],
  ["iPad", /iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["Linux", /Linux/],
] as const;

/** Empty for a client that does not say what it is. */
export function deviceOf(user_agent = ""): string {
  const named = (list: readonly (readonly [string, RegExp])[]) => list.find(([, form]) => form.test(user_agent))?.[0];
  return [named(BROWSERS), named(SYSTEMS)].filter((each) => each !== undefined).join(", ");
}
