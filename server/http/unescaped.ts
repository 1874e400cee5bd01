/** Addresses whose characters are escaped. */

/** What a piece of an address stands for. One with a broken escape stays as it is, and so leads nowhere. */
export function unescaped(piece: string): string {
  if (!piece.includes("%")) return piece;
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
