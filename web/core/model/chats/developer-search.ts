/** Where the developer's pages show the calls and updates of a chat. */
import { MAIN_WORLD } from "@heliogram/shared/developer.ts";
import type { Chat, User } from "@heliogram/shared/wire.ts";
import { readInteger, readTrue, searchParser } from "../addresses/search-parser.ts";

export { MAIN_WORLD };

/** The person who is signed in, and the name of their world. */
interface Viewer {
  readonly user: Pick<User, "id">;
  readonly world?: string;
}

interface ChatSearch {
  readonly world?: string;
  readonly chat: number;
  readonly person?: number;
}

/** Each side of a private chat calls it by the id of the other, so that chat is named by both. */
export function developerSearch({ id, type }: Pick<Chat, "id" | "type">, me: Viewer): ChatSearch {
  const chat = { ...worldSearch(me), chat: id };
  return type === "private" ? { ...chat, person: me.user.id } : chat;
}

/** The person's world, unless it is the main one. */
export function worldSearch({ world }: Viewer): Pick<ChatSearch, "world"> {
  return world === undefined || world === MAIN_WORLD ? {} : { world };
}

/** The search parameters of the panel beside a chat. */
export interface PaneSearch {
  readonly show?: "updates" | undefined;
  /** Only what is about this message. */
  readonly about?: number | undefined;
  readonly entry?: number | undefined;
  /** The oldest entry is selected as soon as there is one. */
  readonly open?: true | undefined;
}

export const parsePaneSearch = searchParser<PaneSearch>({
  show: (value) => (value === "updates" ? value : undefined),
  about: readInteger,
  entry: readInteger,
  open: readTrue,
});
