/** The first lines of a text file, from its first bytes. */

/** The type of a file that is not recognized by its content, as texts are not. */
const UNKNOWN_TYPE = "application/octet-stream";
const TEXT_TYPE = /^text\/|[/+](?:json|xml|yaml|csv|javascript|toml|sql)$/;
const MAX_LINES = 20;
const MAX_CHARS = 2000;
/** Control characters that no text has, besides those that end lines and pages, tabs, and colours of terminals. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

/** Whether a file of this type may be a text; `firstLines` tells whether it is. */
export function mayBeText({ mime_type }: { readonly mime_type: string }): boolean {
  return mime_type === UNKNOWN_TYPE || TEXT_TYPE.test(mime_type);
}

/** @returns `undefined` if the bytes are no text in UTF-8 */
export function firstLines(bytes: Uint8Array): string | undefined {
  const text = decode(bytes);
  if (text === undefined || BINARY.test(text)) return undefined;
  const lines = text.split(/\r\n|\n|\r/, MAX_LINES).join("\n");
  return lines.slice(0, MAX_CHARS).toWellFormed();
}

/** The last character may have been cut. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
