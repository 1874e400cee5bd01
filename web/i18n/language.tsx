/** Provides the current language to the components. */
import { i18n } from "@lingui/core";
import { I18nProvider, useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { Direction } from "../ui/direction.tsx";
import { LOCALES, type LocaleName } from "./locale.ts";

export function Language({ children }: { readonly children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <Directed>{children}</Directed>
    </I18nProvider>
  );
}

function Directed({ children }: { readonly children: ReactNode }) {
  const { i18n: now } = useLingui();
  return <Direction dir={LOCALES[now.locale as LocaleName].dir}>{children}</Direction>;
}
