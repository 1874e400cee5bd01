/** Emoji by words: the one that is called exactly so comes first. And which were used last. */

export interface FoundEmoji {
  readonly emoji: string;
  /** What it is called: in the person's language, and by its short names. */
  readonly names: readonly string[];
  /** What else it is found by. */
  readonly tags: readonly string[];
}

/** @returns those that fit, the best first; without a query all of them */
export function findEmojis<T extends FoundEmoji>(all: readonly T[], query: string): readonly T[] {
  const wanted = folded(query);
  if (wanted === "") return all;
  const ranked = all.flatMap((each) => {
    const rank = rankOf(each, wanted);
    return rank === undefined ? [] : [{ each, rank }];
  });
  // Among equals, the plainer name is the more obvious; otherwise they stay in their order.
  const length = ({ names: [name = ""] }: T) => name.split(" ").length;
  return ranked.sort((a, b) => a.rank - b.rank || length(a.each) - length(b.each)).map(({ each }) => each);
}

/** From 0, the best. */
function rankOf({ names, tags }: FoundEmoji, wanted: string): number | undefined {
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

/** `thumbs_up`, `Thumbs-up` and `thumbs up` are the same. */
function folded(words: string): string {
  return words
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, " ")
    .trim();
}

function words(name: string): string[] {
  return name.split(/[^\p{L}\p{M}\p{N}+]+/u);
}

/** The list of those used last, with one more used now; at most this many. */
export function withRecent(recent: readonly string[], emoji: string, most: number): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, most);
}
