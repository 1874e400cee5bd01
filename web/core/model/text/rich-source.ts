/**
 * Typed Markdown that has blocks: lists, tasks and tables. It is sent as a rich message, which the service parses. Other
 * Markdown, code and quotes included, is a text with entities.
 */

const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(\[[ xX]\][ \t]+)?\S/;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const FENCE = /^ {0,3}```/;
const PERSON = /\]\(@(\d{1,16})\)/g;
const PERSON_ADDRESS = /\]\(tg:\/\/user\?id=(\d{1,16})\)/g;

/** Whether the text has a list of two items, a task or a table, outside of code. */
export function hasBlocks(source: string): boolean {
  let isCode = false;
  let before = "";
  for (const line of source.split("\n")) {
    if (FENCE.test(line)) isCode = !isCode;
    else if (!isCode) {
      const item = ITEM.exec(line);
      if (item && (item[1] !== undefined || ITEM.test(before))) return true;
      if (line.includes("|") && before.includes("|") && TABLE_RULE.test(line)) return true;
    }
    before = isCode ? "" : line;
  }
  return false;
}

/** The Markdown for the service, in which mentions of people are addresses. */
export function asRichSource(typed: string): string {
  return typed.replaceAll(PERSON, "](tg://user?id=$1)");
}

/** What to show in the field for the Markdown of a rich message. */
export function fromRichSource(source: string): string {
  return source.replaceAll(PERSON_ADDRESS, "](@$1)");
}
