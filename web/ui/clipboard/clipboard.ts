/** Copies text to the clipboard, also on plain HTTP, where the Clipboard API is missing. */

/** Must be called from a click. @returns whether the text was copied */
export async function copyText(text: string): Promise<boolean> {
  // Absent on plain HTTP.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copyBySelection(text);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.setAttribute("aria-hidden", "true");
  area.className = "sr-only";
  // An open dialog traps the focus, so the text area must be inside it.
  (before?.closest("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
  area.focus({ preventScroll: true });
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}
