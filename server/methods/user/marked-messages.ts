/** Pages of the messages of a chat that are marked for a person: with a mention, or with reactions not yet seen. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { ReadTx } from "../../store/db.ts";
import type { Deps } from "../engine/deps.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";
import { readMessagesOf } from "./message-pages.ts";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;

export const MARKED_FIELDS = {
  chat_id: chatId(),
  after: described(optional(int()), "Only messages newer than this message_id."),
  limit: described(optional(int()), "At most this many, 1 to 100; 20 by default."),
};

/** Schemas of a page, beside the number of all marked messages. */
export const MARKED_PAGE = {
  messages: arrayOfSchema(schemas.Message),
  has_more: { ...schemas.Boolean, description: "Whether there are more after the last of these." },
};

/** A page as its type in the result of a method. */
export interface MarkedPage {
  readonly messages: readonly Wire.Message[];
  readonly has_more: boolean;
}

/** The queries of one kind of mark. */
interface Marks {
  readonly count: (tx: ReadTx, account_id: number, chat_id: number) => Promise<number>;
  /** The ids after one, ascending. */
  readonly list: (tx: ReadTx, account_id: number, chat_id: number, after: number, limit: number) => Promise<number[]>;
}

interface MarkedCall {
  readonly tx: ReadTx;
  readonly actor: Account;
  readonly chat: Chat;
  readonly deps: Pick<Deps, "app">;
}

/** @returns the number of all marked messages, and a page of them, each as JSON, the oldest first */
export async function readMarked(
  { tx, actor, chat, deps }: MarkedCall,
  { after = 0, limit = DEFAULT_LIMIT }: { readonly after?: number | undefined; readonly limit?: number | undefined },
  { count, list }: Marks,
): Promise<{ total: number; json: readonly string[]; has_more: boolean }> {
  const most = Math.min(MAX_LIMIT, Math.max(1, limit));
  const context = new ViewerContext(tx, actor, deps.app.fileIds);
  const [ids, total] = await Promise.all([list(tx, actor.id, chat.id, after, most + 1), count(tx, actor.id, chat.id)]);
  const { json, hasMore } = await readMessagesOf(context, chat, ids, { limit: most });
  return { total, json, has_more: hasMore };
}
