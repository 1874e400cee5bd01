/** The emoji of the picker and their short names; part of the client, and fetched when they are first asked for. */
import type { EmojiData } from "frimousse";

export interface NamedEmoji {
  readonly emoji: string;
  readonly name: string;
}

interface Emojis {
  readonly data: EmojiData;
  /** By their short names, in the order of the picker. */
  readonly named: readonly NamedEmoji[];
}

/** Newer ones are boxes on many machines. */
const NEWEST = 15;
/** Parts of others, which nobody sends. */
const COMPONENTS = 2;
const TONES = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;

let loading: Promise<Emojis> | undefined;

export function loadEmojis(): Promise<Emojis> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Emojis> {
  const [{ default: all }, { default: codes }, { default: words }] = await Promise.all([
    import("emojibase-data/en/data.json"),
    import("emojibase-data/en/shortcodes/github.json"),
    import("emojibase-data/en/messages.json"),
  ]);
  const shown = all.filter(({ group, version }) => group !== undefined && group !== COMPONENTS && version <= NEWEST);
  const named = shown.flatMap(({ emoji, hexcode }) =>
    namesOf((codes as Readonly<Record<string, string | string[]>>)[hexcode]).map((name) => ({ emoji, name })),
  );
  const data: EmojiData = {
    locale: "en",
    emojis: shown.map(({ emoji, group, label, tags, version, skins }) => ({
      emoji,
      category: group!,
      label: capital(label),
      tags: tags ?? [],
      version,
      ...(skins && skins.length >= TONES.length ? { skins: tonesOf(skins) } : {}),
    })),
    categories: words.groups
      .filter(({ order }) => order !== COMPONENTS)
      .map(({ order, message }) => ({ index: order, label: capital(message) })),
    skinTones: Object.fromEntries(
      words.skinTones.map(({ key, message }) => [key, capital(message)]),
    ) as EmojiData["skinTones"],
  };
  return { data, named };
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

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
