/** Moves the focus to the composer. */

export const COMPOSER_ID = "composer";

/**
 * A menu that closes returns the focus to its trigger. This waits until after that, and is cancelled if the user does
 * something else first.
 */
export function focusComposer(): void {
  const controller = new AbortController();
  const { signal } = controller;
  const cancel = () => controller.abort();
  window.addEventListener("pointerdown", cancel, { capture: true, signal });
  window.addEventListener("keydown", (event) => void (isCharacter(event) || cancel()), { capture: true, signal });
  const focus = () => {
    if (signal.aborted) return;
    cancel();
    document.getElementById(COMPOSER_ID)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** A typed character is meant for the composer, so it does not cancel. */
function isCharacter({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey;
}
