/** Decodes percent escapes in request targets and forms. */

/** A percent sign without two hex digits. */
const LONE = /%(?![\da-f]{2})/gi;

/**
 * Decodes the escapes in a text. A percent sign without two hex digits stands for itself (WHATWG URL).
 * @returns `undefined` if the bytes are not UTF-8
 */
export function decodedPercent(text: string): string | undefined {
  return decoded(text) ?? decoded(text.replaceAll(LONE, "%25"));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Decodes a part of a request target. One that is not UTF-8 stays as it is, and so matches no route. */
export function percentDecode(piece: string): string {
  return piece.includes("%") ? (decodedPercent(piece) ?? piece) : piece;
}
