/** What lies over a page and closes as a whole. */

const DIALOGS = ["[role=dialog]", "[role=alertdialog]"];
const ALL = [...DIALOGS, "[role=menu]"];

/** Whatever lies over a page, as a selector; also while it fades away. */
export const OVER = ALL.join();

/** Whether something is decided or read over the page now. */
export function hasDialog(): boolean {
  return isOpen(DIALOGS);
}

/** Whether a dialog or a menu is open now. */
export function isCovered(): boolean {
  return isOpen(ALL);
}

function isOpen(roles: readonly string[]): boolean {
  return document.querySelector(roles.map((role) => `${role}[data-open]`).join()) !== null;
}
