/** The language and the clock of dates and times: those of the browser, unless the person has chosen others. */
import { i18n } from "@lingui/core";
import type { KeyValueStorage } from "../core/ports/storage.ts";
import { chosenLocale, LOCALES } from "./locale.ts";

/** The hours of a day: 0 to 23, or twice 12. */
export type HourCycle = "h23" | "h12";

export interface DateStyle {
  /** A BCP 47 tag. */
  readonly locale: string;
  readonly hourCycle: HourCycle;
}

/** What the person has chosen on this device; `undefined` follows the browser. */
export interface DateChoices {
  readonly language: string | undefined;
  readonly hourCycle: HourCycle | undefined;
}

const LANGUAGE = "date-language";
const HOUR_CYCLE = "hour-cycle";

interface BrowserLanguages {
  /** The languages of the browser, the preferred one first. */
  readonly languages: readonly string[];
  /** The language of the page if the person has chosen it. */
  readonly pageLanguage: string | undefined;
}

/** Languages that dates can be written in: those of the browser, then those of the client. */
export function dateLanguages(languages: readonly string[]): string[] {
  return [...new Set([...supported(languages), ...Object.keys(LOCALES)])];
}

/**
 * Dates are in the browser's language also where the client has no translation for it. If the person has chosen the
 * language of the page, they are in that one, in the variant that the browser names. Hours always follow the browser.
 */
export function resolveDateStyle(choices: DateChoices, { languages, pageLanguage }: BrowserLanguages): DateStyle {
  const known = supported(languages);
  const variant = pageLanguage && (known.find((each) => each.split("-")[0] === pageLanguage) ?? pageLanguage);
  return {
    locale: choices.language ?? variant ?? known[0] ?? "en",
    hourCycle: choices.hourCycle ?? usualHourCycle(known[0] ?? "en"),
  };
}

function supported(languages: readonly string[]): string[] {
  return languages.filter(isSupported);
}

/** A tag that is not well-formed is not supported. */
function isSupported(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
}

function usualHourCycle(locale: string): HourCycle {
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();
  return hourCycle === "h11" || hourCycle === "h12" ? "h12" : "h23";
}

/** The stored choices. A stored value that is none is as if nothing were chosen. */
export function dateChoices(storage: KeyValueStorage): DateChoices {
  const language = storage.read(LANGUAGE);
  const hourCycle = storage.read(HOUR_CYCLE);
  return {
    language: typeof language === "string" && isSupported(language) ? language : undefined,
    hourCycle: hourCycle === "h23" || hourCycle === "h12" ? hourCycle : undefined,
  };
}

/** Stores the choices, and renders all dates anew. */
export function chooseDates(storage: KeyValueStorage, choices: DateChoices): void {
  for (const [name, value] of [
    [LANGUAGE, choices.language],
    [HOUR_CYCLE, choices.hourCycle],
  ] as const) {
    if (value === undefined) storage.remove(name);
    else storage.write(name, value);
  }
  takeDateStyle(storage);
  i18n.activate(i18n.locale);
}

let current: DateStyle = { locale: "en", hourCycle: "h23" };

export function currentDateStyle(): DateStyle {
  return current;
}

/** Computes the style anew, after another choice of it or of the language of the page. */
export function takeDateStyle(storage: KeyValueStorage): void {
  current = resolveDateStyle(dateChoices(storage), {
    languages: navigator.languages,
    pageLanguage: chosenLocale(storage),
  });
}
