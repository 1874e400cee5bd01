/** The emoji of the picker and their short names; part of the client, and fetched when they are first asked for. */
import type { EmojiData } from "frimousse";
import { loadEmojiWords } from "./emoji-words.ts";

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

/** Newer ones are boxes on many machines. */
const NEWEST = 15;
/** The group of parts of others, which nobody sends. */
const COMPONENTS = 2;
const TONES = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;

/** All that the picker shows, with what they are called in a language. */
export async function loadEmojis(locale: string): Promise<EmojiData["emojis"]> {
  const [all, wordsOf] = await Promise.all([loadShown(), loadEmojiWords(locale)]);
  return all.map(({ emoji, group, label, tags = [], version, skins }) => {
    const words = wordsOf(emoji, { label, tags });
    return {
      emoji,
      category: group!,
      label: words.label.charAt(0).toUpperCase() + words.label.slice(1),
      tags: [...words.tags],
      version,
      ...(skins && skins.length >= TONES.length ? { skins: tonesOf(skins) } : {}),
    };
  });
}

/** Emoji by their short names, in the order of the picker. */
export async function loadNamedEmojis(): Promise<readonly NamedEmoji[]> {
  const [all, { default: codes }] = await Promise.all([
    loadShown(),
    import("emojibase-data/en/shortcodes/github.json"),
  ]);
  return all.flatMap(({ emoji, hexcode }) =>
    namesOf((codes as Readonly<Record<string, string | string[]>>)[hexcode]).map((name) => ({ emoji, name })),
  );
}

async function loadShown() {
  const { default: all } = await import("emojibase-data/en/data.json");
  return all.filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST);
}

function namesOf(names: string | readonly string[] | undefined): readonly string[] {
  return names === undefined ? [] : typeof names === "string" ? [names] : names;
}

function tonesOf(skins: readonly { readonly emoji: string; readonly tone?: unknown }[]) {
  const single = skins.filter(({ tone }) => typeof tone === "number");
  return Object.fromEntries(TONES.map((tone, index) => [tone, single[index]?.emoji ?? ""])) as Record<
    (typeof TONES)[number],
    string
  >;
}
