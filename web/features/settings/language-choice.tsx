/** The choice of the client's language. Each language is named in itself. */
import { useLingui } from "@lingui/react/macro";
import { useClient } from "../../core/client/context.tsx";
import { takeDateStyle } from "../../i18n/date-style.ts";
import { chooseLocale, LOCALES, type LocaleName } from "../../i18n/locale.ts";
import { Select } from "../../ui/forms/choice.tsx";

const CHOICES = (Object.keys(LOCALES) as LocaleName[]).map((name) => ({
  value: name,
  label: LOCALES[name].name,
  lang: name,
}));

export function LanguageChoice() {
  const { t, i18n } = useLingui();
  const { storage } = useClient().ports;
  return (
    <Select
      label={t`Language`}
      value={i18n.locale as LocaleName}
      onChoose={(name) => void chooseLocale(storage, name, () => takeDateStyle(storage))}
      choices={CHOICES}
    />
  );
}
