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
  return chosenLocale(storage) ?? navigator.languages.map(supportedLocale).find((each) => each !== undefined) ?? "en";
}

/** The language that the person has chosen on this device. */
export function chosenLocale(storage: KeyValueStorage): LocaleName | undefined {
  return supportedLocale(storage.read(STORED));
}

function supportedLocale(language: unknown): LocaleName | undefined {
  const name = typeof language === "string" ? language.toLowerCase().split("-")[0]! : "";
  return Object.hasOwn(LOCALES, name) ? (name as LocaleName) : undefined;
}

/** Stores a selected language and activates it. The dates are then in this language (`takeDateStyle`). */
export async function chooseLocale(storage: KeyValueStorage, name: LocaleName, takeDates: () => void): Promise<void> {
  storage.write(STORED, name);
  takeDates();
  await takeLocale(name);
}

export async function takeLocale(name: LocaleName): Promise<void> {
  const { dir, load } = LOCALES[name];
  const { messages } = await load();
  i18n.loadAndActivate({ locale: name, messages });
  document.documentElement.lang = name;
  document.documentElement.dir = dir;
}
