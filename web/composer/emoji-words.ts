/** What emoji are called in the person's language; part of the client, and fetched with the emoji. */
import type { LocaleName } from "../i18n/locale.ts";

export interface EmojiWords {
  readonly label: string;
  readonly tags: readonly string[];
}

/** The words for an emoji, made of the English ones where the language has none of its own. */
export type WordsOf = (emoji: string, english: EmojiWords) => EmojiWords;

const ANNOTATIONS = {
  ar: () => import("cldr-annotations-full/annotations/ar/annotations.json"),
} as const satisfies Partial<Record<LocaleName, unknown>>;

/** It is left out of the names under which annotations are kept. */
const VARIATION = /\u{fe0f}/gu;
const REGIONAL_A = 0x1f1e6;

export async function loadEmojiWords(locale: string): Promise<WordsOf> {
  if (!Object.hasOwn(ANNOTATIONS, locale)) return (_emoji, english) => english;
  const { annotations } = (await ANNOTATIONS[locale as keyof typeof ANNOTATIONS]()).default.annotations;
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  return (emoji, english) => {
    const known = annotations[emoji.replaceAll(VARIATION, "")];
    const region = regionOf(emoji);
    const label = known?.tts?.[0] ?? (region && regions.of(region)) ?? english.label;
    // Whoever knows the English name finds it too.
    return { label, tags: [...(known?.default ?? []), english.label, ...english.tags] };
  };
}

/** The region whose flag an emoji is: two letters that are written as signs of their own. */
function regionOf(emoji: string): string | undefined {
  const letters = [...emoji].map((sign) => sign.codePointAt(0)! - REGIONAL_A);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return undefined;
  return String.fromCharCode(...letters.map((letter) => 0x41 + letter));
}
