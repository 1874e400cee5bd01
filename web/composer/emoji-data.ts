/** The emoji of the picker and their short names; part of the client, and fetched when they are first asked for. */
import type { FoundEmoji } from "../model/emoji-search.ts";
import { loadEmojiWords } from "./emoji-words.ts";

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

export interface PickerEmoji extends FoundEmoji {
  /** Its category, as Unicode counts them. */
  readonly group: number;
  readonly label: string;
  /** In each tone of skin, from light to dark. */
  readonly tones?: readonly string[];
}

/** Newer ones are boxes on many machines. */
const NEWEST = 15;
/** The group of parts of others, which nobody sends. */
const COMPONENTS = 2;
const TONES = 5;

/** All that the picker shows, with what they are called in a language. */
export async function loadEmojis(locale: string): Promise<readonly PickerEmoji[]> {
  const [all, names, wordsOf] = await Promise.all([loadShown(), loadNames(), loadEmojiWords(locale)]);
  return all.map(({ emoji, hexcode, group, label, tags: english = [], skins }) => {
    const words = wordsOf(emoji, { label, tags: english });
    const tones = (skins ?? []).filter(({ tone }) => typeof tone === "number").map((skin) => skin.emoji);
    return {
      emoji,
      group: group!,
      label: words.label.charAt(0).toUpperCase() + words.label.slice(1),
      names: [words.label, ...names(hexcode)],
      tags: words.tags,
      ...(tones.length === TONES ? { tones } : {}),
    };
  });
}

/** Emoji by their short names, in the order of the picker. */
export async function loadNamedEmojis(): Promise<readonly NamedEmoji[]> {
  const [all, names] = await Promise.all([loadShown(), loadNames()]);
  return all.flatMap(({ emoji, hexcode }) => names(hexcode).map((name) => ({ emoji, name })));
}

async function loadShown() {
  const { default: all } = await import("emojibase-data/en/data.json");
  return all.filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST);
}

/** The short names by an emoji's code. */
async function loadNames(): Promise<(hexcode: string) => readonly string[]> {
  const { default: codes } = await import("emojibase-data/en/shortcodes/github.json");
  return (hexcode) => {
    const names = (codes as Readonly<Record<string, string | string[]>>)[hexcode];
    return names === undefined ? [] : typeof names === "string" ? [names] : names;
  };
}
