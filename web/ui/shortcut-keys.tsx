/** The keys of a shortcut, as they are called on this machine. */
import { spellKeys, type Shortcut } from "../model/shortcuts.ts";

function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** In one line, for a name that is read aloud or shown when pointed at. */
export function spelled(name: Shortcut): string {
  return spellKeys(name, isMac()).join(" ");
}

/** Each as a key of its own; they stand in the order in which they lie under the hand. */
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
