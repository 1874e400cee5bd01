/** The stored theme. `public/start.js` applies it before the first paint. */
import type { KeyValueStorage } from "../../core/ports/storage.ts";

export type Theme = "system" | "light" | "dark";

const STORAGE_KEY = "theme";

export function chosenTheme(storage: KeyValueStorage): Theme {
  const stored = storage.read(STORAGE_KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(storage: KeyValueStorage, theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    storage.remove(STORAGE_KEY);
    delete dataset.theme;
  } else {
    storage.write(STORAGE_KEY, theme);
    dataset.theme = theme;
  }
}
