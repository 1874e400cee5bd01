/** Presents the blocks of rich messages: a mention contains the whole user. */
import type { RichMessage } from "@heliogram/shared/rich.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The blocks as they are stored, with the users of their mentions. */
export async function presentRichMessage(context: ViewerContext, rich: RichMessage): Promise<Wire.RichMessage> {
  const users = new Map<number, Wire.User>();
  for (const id of mentionedIn(rich)) users.set(id, await context.user(id));
  return (users.size === 0 ? rich : withUsers(rich, users)) as Wire.RichMessage;
}

function mentionedIn(value: unknown, ids = new Set<number>()): ReadonlySet<number> {
  if (typeof value !== "object" || value === null) return ids;
  if (isMention(value)) ids.add(value.user.id);
  for (const each of Object.values(value)) mentionedIn(each, ids);
  return ids;
}

function withUsers(value: unknown, users: ReadonlyMap<number, Wire.User>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withUsers(each, users));
  const copy = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withUsers(each, users)]));
  return isMention(value) ? { ...copy, user: users.get(value.user.id) } : copy;
}

function isMention(value: object): value is { readonly user: { readonly id: number } } {
  return "type" in value && value.type === "text_mention";
}
