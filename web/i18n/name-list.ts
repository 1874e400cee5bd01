/** Lists of names in the current language. */
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** @returns a function that joins names, and the number of `others` if there are any */
export function useNameList(): (names: readonly string[], others?: number) => string {
  const { i18n } = useLingui();
  return (names, others = 0) => {
    const last = others > 0 ? [plural(others, { one: "# other", other: "# others" })] : [];
    return new Intl.ListFormat(i18n.locale).format([...names, ...last]);
  };
}
