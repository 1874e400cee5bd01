/** Presents the blocks of rich messages: a mention contains the whole user, and a block with a file the file. */
import { isRichFileType, RICH_FILES, type RichFile, type RichMessage } from "@heliogram/shared/rich.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Media } from "../domain/media.ts";
import { presentMedia } from "./media.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The blocks as they are stored, with the users of their mentions, and with the files. */
export async function presentRichMessage(
  context: ViewerContext,
  rich: RichMessage,
  files: readonly Media[],
): Promise<Wire.RichMessage> {
  const users = new Map<number, Wire.User>();
  for (const id of mentionedIn(rich)) users.set(id, await context.user(id));
  if (users.size === 0 && files.length === 0) return rich as Wire.RichMessage;
  return whole(rich, users, (block) => shownFile(context, block, files)) as Wire.RichMessage;
}

function mentionedIn(value: unknown, ids = new Set<number>()): ReadonlySet<number> {
  if (typeof value !== "object" || value === null) return ids;
  if (isMention(value)) ids.add(value.user.id);
  for (const each of Object.values(value)) mentionedIn(each, ids);
  return ids;
}

function whole(value: unknown, users: ReadonlyMap<number, Wire.User>, shown: (block: RichFile) => object): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => whole(each, users, shown));
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, whole(each, users, shown)]));
  if (isMention(value)) return { ...copy, user: users.get(value.user.id) };
  return isFile(value) ? shown(copy as unknown as RichFile) : copy;
}

function shownFile({ fileIds, viewer }: ViewerContext, block: RichFile, files: readonly Media[]): object {
  const { type, file, ...rest } = block;
  const wire: Partial<Wire.Message> = {};
  presentMedia(wire as Wire.Message, files[file!]!, fileIds, viewer.id);
  return { type, [type]: wire[RICH_FILES[type]], ...rest };
}

function isMention(value: object): value is { readonly user: { readonly id: number } } {
  return "type" in value && value.type === "text_mention";
}

function isFile(value: object): boolean {
  return "file" in value && "type" in value && isRichFileType(value.type);
}
