/** The keys that move between the rows of a list, or between messages. */
import { pressedShortcut, type KeyPress, type Shortcut } from "./shortcuts.ts";

/** The shortcuts for one row back and on, several rows back and on, and the first and the last row. */
type RowShortcuts = readonly [Shortcut, Shortcut, Shortcut, Shortcut, Shortcut, Shortcut];

const IN_LISTS = ["row_before", "row_after", "rows_back", "rows_on", "first_row", "last_row"] as const;

/** The rows that Page Up and Page Down move by. */
const PAGE_ROWS = 8;

/** @returns the index of the row that a key leads to from another, or `undefined` if it is no key of lists */
export function rowAfterKey(
  event: KeyPress,
  index: number,
  count: number,
  shortcuts: RowShortcuts = IN_LISTS,
): number | undefined {
  const pressed = pressedShortcut(event, shortcuts);
  if (pressed === undefined || count === 0) return undefined;
  const last = count - 1;
  const targets = [index - 1, index + 1, index - PAGE_ROWS, index + PAGE_ROWS, 0, last];
  return Math.min(last, Math.max(0, targets[shortcuts.indexOf(pressed)]!));
}
