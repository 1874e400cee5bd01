/** The category of a file by its name and MIME type, used for its icon only. */

export type FileCategory = "archive" | "audio" | "code" | "image" | "sheet" | "text" | "video" | "other";

const EXTENSIONS: Readonly<Record<string, FileCategory>> = Object.fromEntries(
  (
    [
      ["archive", "zip rar 7z tar gz tgz bz2 xz zst jar apk deb rpm iso dmg"],
      ["code", "js mjs ts tsx jsx json html css xml yml yaml toml py rb rs go c h cpp java kt swift php sh sql"],
      ["sheet", "csv tsv xls xlsx ods numbers"],
      ["text", "txt md pdf doc docx odt rtf epub pages tex log"],
    ] as const
  ).flatMap(([sort, endings]) => endings.split(" ").map((ending) => [ending, sort])),
);

export function fileCategory(name: string, mime_type = ""): FileCategory {
  const whole = mime_type.split("/", 1)[0];
  if (whole === "image" || whole === "audio" || whole === "video") return whole;
  const known = EXTENSIONS[extensionOf(name)];
  return known ?? (whole === "text" || mime_type === "application/pdf" ? "text" : "other");
}

/** The file extension, if it is short enough: `pdf`. */
export function extensionOf(name: string): string {
  return /[^.]\.([\p{L}\p{N}]{1,5})$/u.exec(name)?.[1]?.toLowerCase() ?? "";
}
