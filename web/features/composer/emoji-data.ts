/** The emoji of the picker and their short names, in a chunk that is loaded when they are first needed. */
import type { SearchableEmoji } from "../../core/model/text/emoji-search.ts";
import { loadEmojiLabels } from "./emoji-labels.ts";

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

export interface PickerEmoji extends SearchableEmoji {
  /** The number of its Unicode group. */
  readonly group: number;
  readonly label: string;
  /** The emoji in each skin tone, from light to dark. */
  readonly tones?: readonly string[];
}

/** Many systems cannot display newer emoji. */
const MAX_EMOJI_VERSION = 15;
/** The Unicode group of emoji components, such as skin tones, which are not sent alone. */
const COMPONENT_GROUP = 2;
const TONE_COUNT = 5;

/** Loads all emoji of the picker with their labels in a language. */
export async function loadEmojis(locale: string): Promise<readonly PickerEmoji[]> {
  const [all, names, labelsOf] = await Promise.all([loadShown(), loadNames(), loadEmojiLabels(locale)]);
  return all.map(({ emoji, hexcode, group, label, tags: english = [], skins }) => {
    const labels = labelsOf(emoji, { label, tags: english });
    const tones = (skins ?? []).filter(({ tone }) => typeof tone === "number").map((skin) => skin.emoji);
    return {
      emoji,
      group: group!,
      label: labels.label.charAt(0).toUpperCase() + labels.label.slice(1),
      names: [labels.label, ...names(hexcode)],
      tags: labels.tags,
      ...(tones.length === TONE_COUNT ? { tones } : {}),
    };
  });
}

/** Loads all emoji by their short names, in the order of the picker. */
export async function loadNamedEmojis(): Promise<readonly NamedEmoji[]> {
  const [all, names] = await Promise.all([loadShown(), loadNames()]);
  return all.flatMap(({ emoji, hexcode }) => names(hexcode).map((name) => ({ emoji, name })));
}

async function loadShown() {
  const { default: all } = await import("emojibase-data/en/data.json");
  return all.filter(
    ({ group, version }) => group !== undefined && group !== COMPONENT_GROUP && version <= MAX_EMOJI_VERSION,
  );
}

/** Loads the short names by the code points of an emoji. */
async function loadNames(): Promise<(hexcode: string) => readonly string[]> {
  const { default: codes } = await import("emojibase-data/en/shortcodes/github.json");
  return (hexcode) => {
    const names = (codes as Readonly<Record<string, string | string[]>>)[hexcode];
    return names === undefined ? [] : typeof names === "string" ? [names] : names;
  };
}
