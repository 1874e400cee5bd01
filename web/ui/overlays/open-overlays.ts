/** Finds open overlays: dialogs, alerts and menus. */

const DIALOGS = ["[role=dialog]", "[role=alertdialog]"];
const ALL = [...DIALOGS, "[role=menu]"];

/** A selector of all overlays, including those that are closing. */
export const OVERLAYS = ALL.join();

/** Whether a dialog is open. */
export function hasDialog(): boolean {
  return isOpen(DIALOGS);
}

/** Whether a dialog or a menu is open. */
export function hasOverlay(): boolean {
  return isOpen(ALL);
}

function isOpen(roles: readonly string[]): boolean {
  return document.querySelector(roles.map((role) => `${role}[data-open]`).join()) !== null;
}
