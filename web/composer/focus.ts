/** Takes the keyboard to the field one writes in. */

export const COMPOSER_ID = "composer";

/** A menu that closes takes the focus back where it was: this comes after, unless the person has gone on to something else. */
export function focusComposer(): void {
  const gone = new AbortController();
  const { signal } = gone;
  const goOn = () => gone.abort();
  window.addEventListener("pointerdown", goOn, { capture: true, signal });
  window.addEventListener("keydown", (event) => void (isWritten(event) || goOn()), { capture: true, signal });
  const focus = () => {
    if (signal.aborted) return;
    goOn();
    document.getElementById(COMPOSER_ID)?.focus();
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}

/** A letter is meant for the field already. */
function isWritten({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key.length === 1 && !ctrlKey && !metaKey;
}
