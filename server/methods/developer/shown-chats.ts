/** The chats of recorded updates as their bots see them: internal ids of private chats are never shown. */
import type { UpdateEntry } from "../../activity/bot-records.ts";
import type { UpdateLog, RecordedUpdate } from "../../developer/updates/update-log.ts";
import { chatIdFor, PRIVATE_ID_BASE } from "../../domain/chats.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import type { Deps } from "../engine/deps.ts";

/** Looked up once for each update. */
const known = new WeakMap<UpdateEntry, number>();

/** The id of the chat for the update's bot; `undefined` until it is looked up. */
export function shownChatId(update: UpdateEntry): number | undefined {
  return update.chat_id < PRIVATE_ID_BASE ? update.chat_id : known.get(update);
}

/** Looks up the chats of all recorded updates, so that these can be filtered by them. */
export function lookUpAllChats(deps: Pick<Deps, "db">, { log }: UpdateLog): Promise<void> {
  const matches = ({ update }: RecordedUpdate) => shownChatId(update) === undefined;
  const records = log.read({ after: undefined, limit: Number.MAX_SAFE_INTEGER, matches });
  return lookUpChats(
    deps,
    records.map(({ update }) => update),
  );
}

export async function lookUpChats({ db }: Pick<Deps, "db">, updates: readonly UpdateEntry[]): Promise<void> {
  const unknown = updates.filter((update) => shownChatId(update) === undefined);
  if (unknown.length === 0) return;
  const ids = new Set(unknown.map(({ chat_id }) => chat_id));
  const chats = await db.read(async (tx) => {
    const found = await Promise.all([...ids].map((id) => findChat(tx, id)));
    return new Map(found.map((chat) => [chat?.id, chat]));
  });
  for (const update of unknown) known.set(update, chatIdFor(chats.get(update.chat_id)!, update.bot_id));
}
