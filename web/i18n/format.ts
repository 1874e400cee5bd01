/** Localized formats of times, sizes and durations. */
import { useLingui } from "@lingui/react/macro";
import { currentDateStyle, type DateStyle } from "./date-style.ts";

/**
 * A formatted date. It is no string, because an element that shows it has its language: `<Time>` is such an element.
 * The text alone is for attributes and files.
 */
export interface DateText {
  readonly text: string;
  /** The language of dates if it is not that of the page. */
  readonly lang: string | undefined;
}

interface DateFormat {
  /** 14:05 */
  time(at_s: number): DateText;
  /** For lists: the time of today, the weekday within a week, otherwise the date. */
  short(at_s: number, now_ms: number): DateText;
  /** A date as a heading: 3 May, with the year if it is not the current one. */
  day(at_ms: number, now_ms: number): DateText;
  /** May 2026 */
  month(at_ms: number): DateText;
  /** Sunday, 3 May 2026 */
  wholeDay(at_ms: number): DateText;
  /** Sun */
  weekday(at_ms: number): DateText;
  /** The day of the month. */
  dayOfMonth(at_ms: number): DateText;
  /** The day that a week begins with, 0 (Sunday) to 6. */
  firstWeekday(): number;
  /** A day and a time: 3 May 2026, 14:05. */
  moment(at_s: number): DateText;
  /** Date and time in full, for titles. */
  full(at_s: number): DateText;
  /** 3 May 2026 */
  date(at_s: number): DateText;
  /** 14:05:07.042 */
  exactTime(at_ms: number): DateText;
  /** 3 May 2026, 14:05:07 */
  exactMoment(at_ms: number): DateText;
}

interface NumberFormat {
  /** 3.4 MB */
  size(bytes: number): string;
  /** 40 metres, 3.4 kilometres */
  distance(metres: number): string;
  /** 3.4 ms */
  milliseconds(ms: number): string;
  /** 1:05 */
  duration(seconds: number): string;
  /** 9 seconds, 5 minutes: a waiting time, rounded up. */
  wait(seconds: number): string;
  /** 30 days */
  days(count: number): string;
  count(count: number): string;
  /** 34 %, from a fraction of 0 to 1 */
  percent(share: number): string;
}

export type Format = DateFormat & NumberFormat;

const DAY_MS = 86_400_000;
const known = new Map<string, Format>();

/** The formats of the current language and of the chosen dates. */
export function useFormat(): Format {
  const { i18n } = useLingui();
  const dates = currentDateStyle();
  const key = `${i18n.locale} ${dates.locale} ${dates.hourCycle}`;
  let format = known.get(key);
  if (!format) known.set(key, (format = { ...dateFormats(dates, i18n.locale), ...numberFormats(i18n.locale) }));
  return format;
}

function dateFormats({ locale, hourCycle }: DateStyle, pageLocale: string): DateFormat {
  const isOfPage = new Intl.Locale(locale).language === new Intl.Locale(pageLocale).language;
  const lang = isOfPage ? undefined : locale;
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = once(() => new Intl.DateTimeFormat(locale, options));
    return (at_ms: number): DateText => ({ text: format().format(at_ms), lang });
  };
  const clock = (options: Intl.DateTimeFormatOptions) => date({ ...options, hourCycle });
  const time = clock({ hour: "numeric", minute: "2-digit" });
  const weekday = date({ weekday: "short" });
  const numeric = date({ day: "2-digit", month: "2-digit", year: "2-digit" });
  const day = date({ day: "numeric", month: "long" });
  const dayAndYear = date({ day: "numeric", month: "long", year: "numeric" });
  const year = date({ year: "numeric" });
  const moment = clock({ dateStyle: "medium", timeStyle: "short" });
  const full = clock({ dateStyle: "full", timeStyle: "short" });
  const dateAlone = date({ dateStyle: "medium" });
  return {
    time: (at_s) => time(at_s * 1000),
    short(at_s, now_ms) {
      const at_ms = at_s * 1000;
      const asNumbers = numeric(at_ms);
      if (asNumbers.text === numeric(now_ms).text) return time(at_ms);
      return now_ms - at_ms < 6 * DAY_MS ? weekday(at_ms) : asNumbers;
    },
    day: (at_ms, now_ms) => (year(at_ms).text === year(now_ms).text ? day : dayAndYear)(at_ms),
    month: date({ month: "long", year: "numeric" }),
    wholeDay: date({ dateStyle: "full" }),
    weekday,
    dayOfMonth: date({ day: "numeric" }),
    firstWeekday: once(() => firstWeekdayIn(locale)),
    moment: (at_s) => moment(at_s * 1000),
    full: (at_s) => full(at_s * 1000),
    date: (at_s) => dateAlone(at_s * 1000),
    exactTime: clock({ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 }),
    exactMoment: clock({ dateStyle: "medium", timeStyle: "medium" }),
  };
}

function numberFormats(locale: string): NumberFormat {
  const number = (options?: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options));
  const plain = number();
  const twoDigits = number({ minimumIntegerDigits: 2 });
  const inUnits = (unit: string) => number({ style: "unit", unit, unitDisplay: "long" });
  const [seconds, minutes, hours] = [inUnits("second"), inUnits("minute"), inUnits("hour")];
  const days = inUnits("day");
  const milliseconds = number({ style: "unit", unit: "millisecond", unitDisplay: "short", maximumFractionDigits: 1 });
  const metres = inUnits("meter");
  const kilometres = number({ style: "unit", unit: "kilometer", unitDisplay: "long", maximumFractionDigits: 1 });
  const percent = number({ style: "percent", maximumFractionDigits: 0 });
  return {
    distance: (way_m) => (way_m < 1000 ? metres().format(Math.round(way_m)) : kilometres().format(way_m / 1000)),
    milliseconds: (ms) => milliseconds().format(ms),
    size: (bytes) => sizeIn(locale, bytes),
    duration: (length_s) =>
      `${plain().format(Math.floor(length_s / 60))}:${twoDigits().format(Math.floor(length_s) % 60)}`,
    wait(duration_s) {
      if (duration_s < 120) return seconds().format(Math.ceil(duration_s));
      if (duration_s < 7200) return minutes().format(Math.ceil(duration_s / 60));
      return hours().format(Math.ceil(duration_s / 3600));
    },
    days: (count) => days().format(count),
    count: (count) => plain().format(count),
    percent: (share) => percent().format(share),
  };
}

/** Formatters are slow to create and no screen needs all of them. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Browsers that do not know it begin the week on Monday. */
function firstWeekdayIn(locale: string): number {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };
  return (known.getWeekInfo?.().firstDay ?? 1) % 7;
}

function sizeIn(locale: string, bytes: number): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1000)));
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[step]!,
    // The short unit does not distinguish singular and plural of "byte".
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1000 ** step);
}
