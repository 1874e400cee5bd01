/** What `sendChatAction` and `setTyping` can show. */
import { FILE_DETAILS, FILE_KINDS, type FileDetail, type FileKind } from "./files.ts";

/** An animation is sent as any video. */
const KINDS = FILE_KINDS.filter((kind) => kind !== "animation");

export const CHAT_ACTIONS: readonly string[] = [
  "typing",
  ...KINDS.map((kind) => `upload_${kind}`),
  ...KINDS.filter(lasts).map((kind) => `record_${kind}`),
  "choose_sticker",
  "find_location",
  "cancel",
];

function lasts(kind: FileKind): boolean {
  const details: readonly FileDetail[] = kind === "photo" ? [] : FILE_DETAILS[kind];
  return details.includes("duration");
}
