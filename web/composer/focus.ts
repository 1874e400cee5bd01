/** Takes the keyboard to the field one writes in. */

export const COMPOSER_ID = "composer";

/** A menu that closes takes the focus back where it was: this comes after. */
export function focusComposer(): void {
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(COMPOSER_ID)?.focus()));
}
