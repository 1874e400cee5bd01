/** The labels of emoji in the user's language, in a chunk that is loaded with the emoji. */
import type { LocaleName } from "../../i18n/locale.ts";

export interface EmojiLabels {
  readonly label: string;
  readonly tags: readonly string[];
}

/** Returns the labels of an emoji. Where the language has none, they are made of the English ones. */
export type LabelsOf = (emoji: string, english: EmojiLabels) => EmojiLabels;

const ANNOTATIONS = {
  ar: () => import("cldr-annotations-full/annotations/ar/annotations.json"),
} as const satisfies Partial<Record<LocaleName, unknown>>;

/** The variation selector, which the keys of the annotations leave out. */
const VARIATION = /\u{fe0f}/gu;
const REGIONAL_A = 0x1f1e6;

export async function loadEmojiLabels(locale: string): Promise<LabelsOf> {
  if (!Object.hasOwn(ANNOTATIONS, locale)) return (_emoji, english) => english;
  const { annotations } = (await ANNOTATIONS[locale as keyof typeof ANNOTATIONS]()).default.annotations;
  const regions = new Intl.DisplayNames(locale, { type: "region", fallback: "none" });
  return (emoji, english) => {
    const known = annotations[emoji.replaceAll(VARIATION, "")];
    const region = regionOf(emoji);
    const label = known?.tts?.[0] ?? (region && regions.of(region)) ?? english.label;
    // The English label is also found in other languages.
    return { label, tags: [...(known?.default ?? []), english.label, ...english.tags] };
  };
}

/** The region of a flag emoji, which is written as two regional indicator symbols. */
function regionOf(emoji: string): string | undefined {
  const letters = [...emoji].map((sign) => sign.codePointAt(0)! - REGIONAL_A);
  if (letters.length !== 2 || letters.some((letter) => letter < 0 || letter > 25)) return undefined;
  return String.fromCharCode(...letters.map((letter) => 0x41 + letter));
}
