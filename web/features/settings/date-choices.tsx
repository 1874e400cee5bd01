/** The choices of the language of dates and of the clock. What follows the browser shows what that is. */
import { useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import {
  chooseDates,
  currentDateStyle,
  dateChoices,
  dateLanguages,
  type DateChoices as Choices,
  type HourCycle,
} from "../../i18n/date-style.ts";
import { Select } from "../../ui/forms/choice.tsx";

/** The value of the choice that follows the browser. */
const AUTOMATIC = "auto";
/** A time of day that shows the difference, 21:42, in milliseconds. */
const SAMPLE_MS = (21 * 60 + 42) * 60_000;

export function DateChoices() {
  const { t } = useLingui();
  const { storage } = useClient().ports;
  const chosen = dateChoices(storage);
  const { locale } = currentDateStyle();
  const choose = (change: Partial<Choices>) => chooseDates(storage, { ...chosen, ...change });
  const clock = (hourCycle: HourCycle) =>
    new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", timeZone: "UTC", hourCycle }).format(
      SAMPLE_MS,
    );
  const [longClock, shortClock] = [clock("h23"), clock("h12")];
  return (
    <>
      <Select
        label={t`Language of dates`}
        value={chosen.language ?? AUTOMATIC}
        onChoose={(language) => choose({ language: language === AUTOMATIC ? undefined : language })}
        choices={[
          { value: AUTOMATIC, label: t`As the browser` },
          ...dateLanguages(navigator.languages).map((value) => ({ value, label: ownName(value), lang: value })),
        ]}
      />
      <Select
        label={t`Times`}
        value={chosen.hourCycle ?? AUTOMATIC}
        onChoose={(cycle) => choose({ hourCycle: cycle === AUTOMATIC ? undefined : (cycle as HourCycle) })}
        choices={[
          { value: AUTOMATIC, label: t`As the browser` },
          { value: "h23", label: t`24 hours (${longClock})` },
          { value: "h12", label: t`12 hours (${shortClock})` },
        ]}
      />
    </>
  );
}

/** The name of a language in itself: Deutsch (Schweiz). */
function ownName(language: string): string {
  return new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
}
