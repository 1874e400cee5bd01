/** Whether a paste is files, or a text that a program has also put on the clipboard as a picture. */

/**
 * Word and Excel add a picture of the copied text, which must not be sent in its place. A file manager adds the names or
 * addresses of the copied files.
 */
export function pastesFiles(text: string, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.every((line) => names.some((name) => isNameOf(line.trim(), name)));
}

function isNameOf(line: string, name: string): boolean {
  const last = line.split(/[/\\]/).at(-1)!;
  return last === name || (/^file:/i.test(line) && decoded(last) === name);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
