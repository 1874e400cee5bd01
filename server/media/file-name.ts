/** Names of files as their senders give them. They are displayed and never used to open a file. */

const MAX_FILE_NAME = 255;
/** Control characters, bidirectional overrides (`exe.gpj` must not be displayed as `jpg.exe`), and noncharacters. */
const HIDDEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu;

/** The last segment of a path, without what is not displayed. */
export function fileNameOf(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!.replaceAll(HIDDEN, "").trim();
  return name.length > MAX_FILE_NAME ? Array.from(name).slice(0, MAX_FILE_NAME).join("") : name;
}

/** Decodes percent escapes. Those that do not decode to UTF-8 stay as they are. */
export function decodedFileName(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
