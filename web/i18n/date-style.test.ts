/** The language and the clock of dates: of the browser, of the page, and as chosen. */
import { expect, test } from "vitest";
import { dateLanguages, resolveDateStyle, type DateStyle } from "./date-style.ts";

const NOTHING = { language: undefined, hourCycle: undefined };
const EVENING = new Date(2026, 10, 25, 21, 42);

function shown({ locale, hourCycle }: DateStyle): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long" }).format(EVENING);
  const time = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", hourCycle }).format(EVENING);
  return `${weekday} ${time}`.replaceAll(/\s/g, " ");
}

test.each([
  ["German, which has no translation", ["de-DE", "en"], "Mittwoch 21:42"],
  ["American English", ["en-US"], "Wednesday 9:42 PM"],
  ["British English", ["en-GB"], "Wednesday 21:42"],
  ["French, after what is no language", ["x", "_", "fr"], "mercredi 21:42"],
  ["nothing", [], "Wednesday 9:42 PM"],
])("of a browser in %s", (_name, languages, expected) => {
  expect(shown(resolveDateStyle(NOTHING, { languages, pageLanguage: undefined }))).toBe(expected);
});

test("a chosen language of the page is that of the dates, in the browser's variant, with the browser's hours", () => {
  const languages = ["de-DE", "en-GB", "en-US"];
  expect(resolveDateStyle(NOTHING, { languages, pageLanguage: "en" })).toEqual({ locale: "en-GB", hourCycle: "h23" });
  expect(resolveDateStyle(NOTHING, { languages, pageLanguage: "ar" })).toEqual({ locale: "ar", hourCycle: "h23" });
});

test("what is chosen for dates has precedence", () => {
  const browser = { languages: ["en-US"], pageLanguage: "ar" };
  expect(resolveDateStyle({ language: "fr", hourCycle: undefined }, browser)).toEqual({
    locale: "fr",
    hourCycle: "h12",
  });
  expect(resolveDateStyle({ language: undefined, hourCycle: "h23" }, browser)).toEqual({
    locale: "ar",
    hourCycle: "h23",
  });
});

test("the languages to choose from are those of the browser and of the client, each once", () => {
  expect(dateLanguages(["de-DE", "en", "not a language"])).toEqual(["de-DE", "en", "ar"]);
});
