/** The languages of the client: the list, the preferred one, and activating one. */
import { i18n, type Messages } from "@lingui/core";
import type { KeyValueStorage } from "../core/ports/storage.ts";

interface Locale {
  /** In the language itself. */
  readonly name: string;
  readonly dir: "ltr" | "rtl";
  readonly load: () => Promise<{ readonly messages: Messages }>;
}

export const LOCALES = {
  en: { name: "English", dir: "ltr", load: () => import("./locales/en.po") },
  ar: { name: "العربية", dir: "rtl", load: () => import("./locales/ar.po") },
} as const satisfies Readonly<Record<string, Locale>>;

export type LocaleName = keyof typeof LOCALES;

const STORED = "locale";

/** The selected language, otherwise the first supported one of the browser, otherwise English. */
export function wantedLocale(storage: KeyValueStorage): LocaleName {
  const preferred = [storage.read(STORED), ...navigator.languages];
  for (const each of preferred) {
    const name = typeof each === "string" ? each.toLowerCase().split("-")[0]! : "";
    if (Object.hasOwn(LOCALES, name)) return name as LocaleName;
  }
  return "en";
}

/** Stores a selected language and activates it. */
export async function chooseLocale(storage: KeyValueStorage, name: LocaleName): Promise<void> {
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
