/** What sort of file it is, by its name and type: for the sign it is shown with, and for nothing that matters. */

export type FileSort = "archive" | "audio" | "code" | "image" | "sheet" | "text" | "video" | "other";

const ENDINGS: Readonly<Record<string, FileSort>> = Object.fromEntries(
  (
    [
      ["archive", "zip rar 7z tar gz tgz bz2 xz zst jar apk deb rpm iso dmg"],
      ["code", "js mjs ts tsx jsx json html css xml yml yaml toml py rb rs go c h cpp java kt swift php sh sql"],
      ["sheet", "csv tsv xls xlsx ods numbers"],
      ["text", "txt md pdf doc docx odt rtf epub pages tex log"],
    ] as const
  ).flatMap(([sort, endings]) => endings.split(" ").map((ending) => [ending, sort])),
);

export function sortOfFile(name: string, mime_type = ""): FileSort {
  const whole = mime_type.split("/", 1)[0];
  if (whole === "image" || whole === "audio" || whole === "video") return whole;
  const known = ENDINGS[endingOf(name)];
  return known ?? (whole === "text" || mime_type === "application/pdf" ? "text" : "other");
}

/** What stands after the last dot, where it is short enough to be an ending: `pdf`. */
export function endingOf(name: string): string {
  return /[^.]\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toLowerCase() ?? "";
}
