/** The language of the client: which there are, which one is wanted, and taking it up. */
import { i18n } from "@lingui/core";
import type { Store } from "../ports/storage.ts";

interface Locale {
  /** In its own words. */
  readonly name: string;
  readonly dir: "ltr" | "rtl";
  readonly load: () => Promise<typeof import("./locales/en.po")>;
}

export const LOCALES = {
  en: { name: "English", dir: "ltr", load: () => import("./locales/en.po") },
  ar: { name: "العربية", dir: "rtl", load: () => import("./locales/ar.po") },
} as const satisfies Readonly<Record<string, Locale>>;

export type LocaleName = keyof typeof LOCALES;

const STORED = "locale";

/** The one that was chosen, else the first that the browser asks for, else English. */
export function wantedLocale(storage: Store): LocaleName {
  const wishes = [storage.read(STORED), ...navigator.languages];
  for (const wish of wishes) {
    const name = typeof wish === "string" ? wish.toLowerCase().split("-")[0]! : "";
    if (Object.hasOwn(LOCALES, name)) return name as LocaleName;
  }
  return "en";
}

/** Keeps a choice, and takes it up. */
export async function chooseLocale(storage: Store, name: LocaleName): Promise<void> {
  storage.write(STORED, name);
  await takeLocale(name);
}

export async function takeLocale(name: LocaleName): Promise<void> {
  const { dir, load } = LOCALES[name];
  const { messages } = await load();
  i18n.loadAndActivate({ locale: name, messages });
  document.documentElement.lang = name;
  document.documentElement.dir = dir;
}
