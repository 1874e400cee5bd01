/** The choice of the client's language, each in its own words. */
import { useLingui } from "@lingui/react/macro";
import { useClient } from "../client/context.tsx";
import { chooseLocale, LOCALES, type LocaleName } from "../i18n/locale.ts";
import { INPUT_LOOK } from "../ui/field.tsx";

export function LanguageChoice() {
  const { t, i18n } = useLingui();
  const { storage } = useClient().ports;
  return (
    <select
      aria-label={t`Language`}
      className={INPUT_LOOK}
      value={i18n.locale}
      onChange={(event) => void chooseLocale(storage, event.target.value as LocaleName)}
    >
      {Object.entries(LOCALES).map(([name, locale]) => (
        <option key={name} value={name} lang={name}>
          {locale.name}
        </option>
      ))}
    </select>
  );
}
