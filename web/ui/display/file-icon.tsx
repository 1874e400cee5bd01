/** The icon of a file: a colour and a picture for its category, and its extension. */
import { File, FileArchive, FileCode, FileImage, FileMusic, FilePlay, FileSpreadsheet, FileText } from "lucide-react";
import { extensionOf, fileCategory, type FileCategory } from "../../core/model/media/file-category.ts";

const SIGNS = {
  archive: [FileArchive, 1],
  audio: [FileMusic, 6],
  code: [FileCode, 4],
  image: [FileImage, 2],
  sheet: [FileSpreadsheet, 3],
  text: [FileText, 5],
  video: [FilePlay, 0],
  other: [File, 5],
} as const satisfies Readonly<Record<FileCategory, unknown>>;

interface FileIconProps {
  readonly name: string;
  readonly mime_type?: string | undefined;
}

/** Fills its container. Hidden from screen readers, because the name is shown beside it. */
export function FileIcon({ name, mime_type }: FileIconProps) {
  const [Icon, colour] = SIGNS[fileCategory(name, mime_type)];
  const ending = extensionOf(name);
  return (
    <span
      aria-hidden
      className="grid size-full min-h-11 min-w-11 place-items-center content-center rounded-xl text-white"
      style={{ background: `var(--avatar-${colour})` }}
    >
      <Icon className={ending === "" ? "size-6" : "size-5"} />
      {ending !== "" && <span className="text-[0.625rem] font-semibold uppercase leading-3">{ending}</span>}
    </span>
  );
}
