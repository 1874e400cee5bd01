/** Where the developer's pages show the calls and updates of a chat. */
import type { Chat } from "@heliogram/shared/wire.ts";
import type { Me } from "../../core/store/state.ts";

interface ChatSearch {
  readonly world?: string;
  readonly chat: number;
  readonly person?: number;
}

/** Each side of a private chat calls it by the id of the other, so that chat is named by both. */
export function developerSearch({ id, type }: Pick<Chat, "id" | "type">, me: Me): ChatSearch {
  const chat = { ...worldSearch(me), chat: id };
  return type === "private" ? { ...chat, person: me.user.id } : chat;
}

/** The person's world. */
export function worldSearch({ world }: Me): Pick<ChatSearch, "world"> {
  return world === undefined ? {} : { world };
}
