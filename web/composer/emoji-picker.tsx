/** All emoji, to choose one from by looking or by searching; a part of the client that is fetched when it is opened. */
import { Trans, useLingui } from "@lingui/react/macro";
import { EmojiPicker as Picker, type Locale } from "frimousse";
import type { ComponentProps } from "react";
import { loadEmojis } from "./emoji-data.ts";

export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }) {
  const { i18n, t } = useLingui();
  const { locale } = i18n as { readonly locale: Locale };
  const resolve = async () => ({ locale, emojis: await loadEmojis(locale), ...names });
  const names = {
    categories: [
      { index: 0, label: t`Smileys and emotion` },
      { index: 1, label: t`People and body` },
      { index: 3, label: t`Animals and nature` },
      { index: 4, label: t`Food and drink` },
      { index: 5, label: t`Travel and places` },
      { index: 6, label: t`Activities` },
      { index: 7, label: t`Objects` },
      { index: 8, label: t`Symbols` },
      { index: 9, label: t`Flags` },
    ],
    skinTones: {
      light: t`Light skin tone`,
      "medium-light": t`Medium-light skin tone`,
      medium: t`Medium skin tone`,
      "medium-dark": t`Medium-dark skin tone`,
      dark: t`Dark skin tone`,
    },
  };
  return (
    <Picker.Root
      className="flex h-84 w-84 max-w-[calc(100vw-1rem)] flex-col"
      locale={locale}
      resolveEmojiData={resolve}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
    >
      <div className="flex items-center gap-2 p-2">
        <Picker.Search
          autoFocus
          aria-label={t`Search emoji`}
          placeholder={t`Search emoji`}
          className="h-9 min-w-0 flex-1 rounded-full bg-hover px-4 text-sm outline-none placeholder:text-soft"
        />
        <Picker.SkinToneSelector
          aria-label={t`Skin tone`}
          className="grid size-9 shrink-0 place-items-center rounded-full text-xl hover:bg-hover"
        />
      </div>
      <Picker.Viewport tabIndex={0} aria-label={t`Emoji`} className="relative flex-1 outline-offset-[-2px]">
        <Picker.Loading className="absolute inset-0 grid place-items-center text-sm text-soft">
          <Trans>Loading…</Trans>
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 grid place-items-center text-sm text-soft">
          <Trans>Nothing found</Trans>
        </Picker.Empty>
        <Picker.List className="select-none pb-2" components={PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}

const PARTS: NonNullable<ComponentProps<typeof Picker.List>["components"]> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="bg-raised px-3 py-1.5 text-xs font-semibold text-soft">
      {category.label}
    </div>
  ),
  // The picker counts from 0, which assistive technology does not.
  Row: ({ children, ...rest }) => (
    <div {...rest} aria-rowindex={rest["aria-rowindex"] || undefined} className="scroll-my-1.5 px-2">
      {children}
    </div>
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      type="button"
      {...rest}
      role="gridcell"
      aria-colindex={(rest["aria-colindex"] ?? 0) + 1}
      className="grid size-9 place-items-center rounded-lg text-xl leading-none data-[active]:bg-selected"
    >
      {emoji.emoji}
    </button>
  ),
};
