/**
 * Reads the XML of S3 stores: elements without attributes that matter, each with a text or with elements. A general parser
 * would be larger than the rest of the client, and slower (docs/architecture/files.md).
 */

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The content of every element of a name, in order. Elements of one name must not be nested. */
export function elements(xml: string, name: string): string[] {
  return [...contents(xml, name)];
}

/** The text of the first element of a name; `undefined` if there is none. */
export function text(xml: string, name: string): string | undefined {
  const [content] = contents(xml, name);
  return content?.replaceAll(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, decode).trim();
}

/**
 * Finds one element after another. The time grows with the length of the text alone: where no end follows, the search
 * ends, because none follows a later begin either.
 */
function* contents(xml: string, name: string): Generator<string> {
  const [begin, end] = [`<${name}`, `</${name}>`];
  for (let at = xml.indexOf(begin); at >= 0; at = xml.indexOf(begin, at)) {
    at += begin.length;
    // A longer name begins alike.
    if (!/[\s>]/.test(xml.charAt(at))) continue;
    const from = xml.indexOf(">", at) + 1;
    const to = from === 0 ? -1 : xml.indexOf(end, from);
    if (to < 0) return;
    yield xml.slice(from, to);
    at = to + end.length;
  }
}

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : entity;
}

export function escapeXml(value: string): string {
  return value.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
