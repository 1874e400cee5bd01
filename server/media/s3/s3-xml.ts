/**
 * Reads the XML of S3 stores: elements without attributes that matter, each with a text or with elements. A general parser
 * would be larger than the rest of the client.
 */

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The content of every element of a name, in order. Elements of one name must not be nested. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, "g"))].map(([, content]) => content!);
}

/** The text of the first element of a name; `undefined` if there is none. */
export function text(xml: string, name: string): string | undefined {
  return elements(xml, name)[0]
    ?.replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, decode)
    .trim();
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

export function escapeXml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
