/** The `media` of a rich message: the files to which its Markdown or HTML refers, as in `tg://photo?id=plan`. */
import { isRichFileType, RICH_LIMITS, type RichFileType } from "@heliogram/shared/rich.ts";
import { arrayOf, objectOf, type Members } from "./raw-members.ts";
import { refuseRich } from "./rich-error.ts";

/** A file, and the type of the block that shows it. */
export interface NamedFile {
  readonly type: RichFileType;
  readonly input: Members;
}

export type NamedFiles = ReadonlyMap<string, NamedFile>;

/** The types of blocks to which each kind of link can lead. */
const LINKED: Readonly<Record<string, readonly RichFileType[]>> = {
  photo: ["photo"],
  video: ["video", "animation"],
  audio: ["audio", "voice_note"],
  document: ["document"],
};
const LINK = /^(?:tg|heliogram):\/\/(photo|video|audio|document)\?id=([^&#]*)/i;
const ID = /^[\w-]{1,64}$/;

/** @throws RichError */
export function readMediaList(raw: unknown): NamedFiles {
  const files = new Map<string, NamedFile>();
  if (raw === undefined || raw === null) return files;
  const elements = arrayOf(raw, "media");
  if (elements.length > RICH_LIMITS.files) return refuseRich(`there are more than ${RICH_LIMITS.files} files`);
  for (const element of elements) {
    const { id, media } = objectOf(element, "an element of media");
    if (typeof id !== "string" || !ID.test(id))
      return refuseRich("the id of a file is expected to have 1 to 64 characters");
    if (files.has(id)) return refuseRich(`the id "${id}" is there twice`);
    const input = objectOf(media, "media");
    const { type } = input;
    if (!isRichFileType(type)) return refuseRich("a file has an unknown type");
    files.set(id, { type, input });
  }
  return files;
}

/** Whether an address stands for a file of the message. */
export function isFileLink(address: string | undefined): boolean {
  return address !== undefined && LINK.test(address);
}

/** The file to which an address leads. @throws RichError if there is none */
export function fileAt(address: string, files: NamedFiles): NamedFile {
  const [, kind = "", id = ""] = LINK.exec(address) ?? [];
  const file = files.get(id);
  if (!file) return refuseRich(`there is no file with the id "${id.slice(0, 64)}"`);
  if (!LINKED[kind.toLowerCase()]!.includes(file.type)) {
    return refuseRich(`the file with the id "${id}" is no ${kind.toLowerCase()}`);
  }
  return file;
}
