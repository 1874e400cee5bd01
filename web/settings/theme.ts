/** Light, dark, or as the system has it; `public/start.js` reads the choice before the page is painted. */
import type { Store } from "../ports/storage.ts";

export type Theme = "system" | "light" | "dark";

const STORED = "theme";

export function chosenTheme(storage: Store): Theme {
  const stored = storage.read(STORED);
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function chooseTheme(storage: Store, theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") {
    storage.remove(STORED);
    delete dataset.theme;
  } else {
    storage.write(STORED, theme);
    dataset.theme = theme;
  }
}
