/** Where the developer's pages show the calls and updates of a chat. */
import type { Chat } from "@heliogram/shared/wire.ts";

interface ChatSearch {
  readonly chat: number;
  readonly person?: number;
}

/** Each side of a private chat calls it by the id of the other, so that chat is named by both. */
export function developerSearch({ id, type }: Pick<Chat, "id" | "type">, me: number | undefined): ChatSearch {
  return type === "private" && me !== undefined ? { chat: id, person: me } : { chat: id };
}
