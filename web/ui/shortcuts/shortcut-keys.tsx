/** Displays the keys of a shortcut for this platform. */
import { spellKeys, type Shortcut } from "../../core/model/keyboard/shortcuts.ts";

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** As one text, for an accessible name or a tooltip. */
export function spellShortcut(name: Shortcut): string {
  return spellKeys(name, isMac()).join(" ");
}

/** Each key in a `kbd` element, in the order in which they are pressed. */
export function ShortcutKeys({ name }: { readonly name: Shortcut }) {
  return (
    <span dir="ltr" className="inline-flex gap-1">
      {spellKeys(name, isMac()).map((key) => (
        <kbd
          key={key}
          className="rounded-md border border-line bg-surface px-1.5 py-0.5 font-sans text-xs font-medium text-text"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
