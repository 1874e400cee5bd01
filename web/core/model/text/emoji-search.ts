/** Searches emoji by words, exact names first; and the list of recently used emoji. */

export interface SearchableEmoji {
  readonly emoji: string;
  /** Its names in the person's language, and its short names. */
  readonly names: readonly string[];
  /** Further keywords. */
  readonly tags: readonly string[];
}

/** @returns the matching emoji, best first; all without a query */
export function searchEmoji<T extends SearchableEmoji>(all: readonly T[], query: string): readonly T[] {
  const wanted = folded(query);
  if (wanted === "") return all;
  const ranked = all.flatMap((each) => {
    const rank = rankOf(each, wanted);
    return rank === undefined ? [] : [{ each, rank }];
  });
  // Among equal ranks, shorter names come first; otherwise the order stays.
  const length = ({ names: [name = ""] }: T) => name.split(" ").length;
  return ranked.sort((a, b) => a.rank - b.rank || length(a.each) - length(b.each)).map(({ each }) => each);
}

/** The rank, 0 being the best. */
function rankOf({ names, tags }: SearchableEmoji, wanted: string): number | undefined {
  const called = names.map(folded);
  const tagged = tags.map(folded);
  const all = [...called, ...tagged];
  const fits = [
    () => called.includes(wanted),
    () => called.some((name) => words(name).includes(wanted)),
    () => tagged.includes(wanted),
    () => called.some((name) => ` ${name}`.includes(` ${wanted}`)),
    () => tagged.some((tag) => ` ${tag}`.includes(` ${wanted}`)),
    () => all.some((name) => name.includes(wanted)),
    () => words(wanted).every((word) => all.some((name) => name.includes(word))),
  ];
  const rank = fits.findIndex((fit) => fit());
  return rank < 0 ? undefined : rank;
}

/** Treats `thumbs_up`, `Thumbs-up` and `thumbs up` as equal. */
function folded(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}

function words(name: string): string[] {
  return name.split(/[^\p{L}\p{M}\p{N}+]+/u);
}

/** The list of recently used emoji after one more was used; at most this many. */
export function withRecent(recent: readonly string[], emoji: string, most: number): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, most);
}
