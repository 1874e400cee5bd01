/** Masks spoilers where text is shown in brief: in lists, quotes and notifications. */

interface Entity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

const MASK = "▒";

/** Masks the text in spoilers; white space and the number of characters stay. */
export function hideSpoilers(text: string, entities: readonly Entity[]): string {
  let shown = "";
  let at = 0;
  const spoilers = entities.filter(({ type }) => type === "spoiler").toSorted((a, b) => a.offset - b.offset);
  for (const { offset, length } of spoilers) {
    const from = Math.max(at, offset);
    const to = Math.max(from, offset + length);
    shown += text.slice(at, from) + [...text.slice(from, to)].map((each) => (/\s/.test(each) ? each : MASK)).join("");
    at = to;
  }
  return shown + text.slice(at);
}
