/** The fields of a message with files, the specific before the general. */
import { FILE_KINDS, SENDING_ABILITY, type FileKind } from "./files.ts";

export const FILE_FIELDS = Object.keys(SENDING_ABILITY).filter((kind) =>
  FILE_KINDS.includes(kind as FileKind),
) as FileKind[];
