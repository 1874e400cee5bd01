/** Words as they are shown where nobody has asked to see what is hidden: in lists, quotes and notices. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";

const COVER = "▒";

/** Covers what stands in spoilers; white space and the length in characters stay. */
export function covered(text: string, entities: readonly MessageEntity[]): string {
  let shown = "";
  let at = 0;
  const spoilers = entities.filter(({ type }) => type === "spoiler").toSorted((a, b) => a.offset - b.offset);
  for (const { offset, length } of spoilers) {
    const from = Math.max(at, offset);
    const to = Math.max(from, offset + length);
    shown += text.slice(at, from) + [...text.slice(from, to)].map((each) => (/\s/.test(each) ? each : COVER)).join("");
    at = to;
  }
  return shown + text.slice(at);
}
