/** The stored text size. `public/start.js` applies it before the first paint. */
import type { KeyValueStorage } from "../../core/ports/storage.ts";

export type TextSize = "small" | "normal" | "large" | "huge";

const STORAGE_KEY = "text-size";

export function chosenTextSize(storage: KeyValueStorage): TextSize {
  const stored = storage.read(STORAGE_KEY);
  return stored === "small" || stored === "large" || stored === "huge" ? stored : "normal";
}

export function chooseTextSize(storage: KeyValueStorage, size: TextSize): void {
  const { dataset } = document.documentElement;
  if (size === "normal") {
    storage.remove(STORAGE_KEY);
    delete dataset.textSize;
  } else {
    storage.write(STORAGE_KEY, size);
    dataset.textSize = size;
  }
}
