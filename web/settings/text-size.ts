/** How large everything is shown; `public/start.js` reads the choice before the page is painted. */
import type { Store } from "../ports/storage.ts";

export type TextSize = "small" | "normal" | "large" | "huge";

const STORED = "text-size";

export function chosenTextSize(storage: Store): TextSize {
  const stored = storage.read(STORED);
  return stored === "small" || stored === "large" || stored === "huge" ? stored : "normal";
}

export function chooseTextSize(storage: Store, size: TextSize): void {
  const { dataset } = document.documentElement;
  if (size === "normal") {
    storage.remove(STORED);
    delete dataset.textSize;
  } else {
    storage.write(STORED, size);
    dataset.textSize = size;
  }
}
