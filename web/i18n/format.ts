/** Localized formats of times, sizes and durations. */
import { useLingui } from "@lingui/react/macro";
import { currentDateStyle, type DateStyle } from "./date-style.ts";

interface DateFormat {
  /** The language of dates if it is not that of the page: the `lang` of elements that show only a date. */
  readonly dates_lang: string | undefined;
  /** 14:05 */
  time(at_s: number): string;
  /** For lists: the time of today, the weekday within a week, otherwise the date. */
  short(at_s: number, now_ms: number): string;
  /** A date as a heading: 3 May, with the year if it is not the current one. */
  day(at_ms: number, now_ms: number): string;
  /** May 2026 */
  month(at_ms: number): string;
  /** Sunday, 3 May 2026 */
  wholeDay(at_ms: number): string;
  /** Sun */
  weekday(at_ms: number): string;
  /** The day of the month. */
  dayOfMonth(at_ms: number): string;
  /** The day that a week begins with, 0 (Sunday) to 6. */
  firstWeekday(): number;
  /** A day and a time: 3 May 2026, 14:05. */
  moment(at_s: number): string;
  /** Date and time in full, for titles. */
  full(at_s: number): string;
  /** 3 May 2026 */
  date(at_s: number): string;
  /** 14:05:07.042 */
  exactTime(at_ms: number): string;
  /** 3 May 2026, 14:05:07 */
  exactMoment(at_ms: number): string;
}

interface NumberFormat {
  /** 3.4 MB */
  size(bytes: number): string;
  /** 3.4 ms */
  milliseconds(ms: number): string;
  /** 1:05 */
  duration(seconds: number): string;
  /** 9 seconds, 5 minutes: a waiting time, rounded up. */
  wait(seconds: number): string;
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
  const date = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(locale, options));
  const clock = (options: Intl.DateTimeFormatOptions) => date({ ...options, hourCycle });
  const time = clock({ hour: "numeric", minute: "2-digit" });
  const weekday = date({ weekday: "short" });
  const numeric = date({ day: "2-digit", month: "2-digit", year: "2-digit" });
  const day = date({ day: "numeric", month: "long" });
  const dayAndYear = date({ day: "numeric", month: "long", year: "numeric" });
  const year = date({ year: "numeric" });
  const month = date({ month: "long", year: "numeric" });
  const wholeDay = date({ dateStyle: "full" });
  const dayOfMonth = date({ day: "numeric" });
  const moment = clock({ dateStyle: "medium", timeStyle: "short" });
  const full = clock({ dateStyle: "full", timeStyle: "short" });
  const dateAlone = date({ dateStyle: "medium" });
  const exactTime = clock({ hour: "2-digit", minute: "2-digit", second: "2-digit", fractionalSecondDigits: 3 });
  const exactMoment = clock({ dateStyle: "medium", timeStyle: "medium" });
  const isOfPage = new Intl.Locale(locale).language === new Intl.Locale(pageLocale).language;
  return {
    dates_lang: isOfPage ? undefined : locale,
    time: (at_s) => time().format(at_s * 1000),
    short(at_s, now_ms) {
      const at_ms = at_s * 1000;
      if (numeric().format(at_ms) === numeric().format(now_ms)) return time().format(at_ms);
      return now_ms - at_ms < 6 * DAY_MS ? weekday().format(at_ms) : numeric().format(at_ms);
    },
    day: (at_ms, now_ms) => (year().format(at_ms) === year().format(now_ms) ? day() : dayAndYear()).format(at_ms),
    month: (at_ms) => month().format(at_ms),
    wholeDay: (at_ms) => wholeDay().format(at_ms),
    weekday: (at_ms) => weekday().format(at_ms),
    dayOfMonth: (at_ms) => dayOfMonth().format(at_ms),
    firstWeekday: once(() => firstWeekdayIn(locale)),
    moment: (at_s) => moment().format(at_s * 1000),
    full: (at_s) => full().format(at_s * 1000),
    date: (at_s) => dateAlone().format(at_s * 1000),
    exactTime: (at_ms) => exactTime().format(at_ms),
    exactMoment: (at_ms) => exactMoment().format(at_ms),
  };
}

function numberFormats(locale: string): NumberFormat {
  const number = (options?: Intl.NumberFormatOptions) => once(() => new Intl.NumberFormat(locale, options));
  const plain = number();
  const twoDigits = number({ minimumIntegerDigits: 2 });
  const inUnits = (unit: string) => number({ style: "unit", unit, unitDisplay: "long" });
  const [seconds, minutes, hours] = [inUnits("second"), inUnits("minute"), inUnits("hour")];
  const milliseconds = number({ style: "unit", unit: "millisecond", unitDisplay: "short", maximumFractionDigits: 1 });
  const percent = number({ style: "percent", maximumFractionDigits: 0 });
  return {
    milliseconds: (ms) => milliseconds().format(ms),
    size: (bytes) => sizeIn(locale, bytes),
    duration: (length_s) =>
      `${plain().format(Math.floor(length_s / 60))}:${twoDigits().format(Math.floor(length_s) % 60)}`,
    wait(duration_s) {
      if (duration_s < 120) return seconds().format(Math.ceil(duration_s));
      if (duration_s < 7200) return minutes().format(Math.ceil(duration_s / 60));
      return hours().format(Math.ceil(duration_s / 3600));
    },
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
