/** Finds emoji by a part of their short names: prefixes first, shorter names first. */

export function findEmojiByName<T extends { readonly name: string }>(
  named: readonly T[],
  query: string,
  most: number,
): T[] {
  const rank = ({ name }: T) => (name === query ? 0 : name.startsWith(query) ? 1 : name.includes(`_${query}`) ? 2 : 3);
  return named
    .filter(({ name }) => name.includes(query))
    .sort((a, b) => rank(a) - rank(b) || a.name.length - b.name.length)
    .slice(0, most);
}
