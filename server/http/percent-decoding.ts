/** Decodes percent escapes in request targets. */

/** Decodes a part of a request target. One with an invalid escape stays as it is, and so matches no route. */
export function percentDecode(piece: string): string {
  if (!piece.includes("%")) return piece;
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece;
  }
}
