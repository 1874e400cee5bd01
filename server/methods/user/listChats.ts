/** listChats: the person's chat list: all of it, its first rows, or the rows that changed. */
import { MAX_KNOWN_CHATS } from "@heliogram/shared/limits.ts";
import type { ChatRow } from "../../present/chat-list.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { readChatList } from "./chat-list-pages.ts";
import { arrayOf, described, int, optional, pairOf } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

/**
 * The largest number of chats in `known`: each pair makes three of the ten thousand JSON values that a body may have.
 */
const MOST_ASKED = 100;

export interface ChatList {
  readonly seq: number;
  readonly chats: readonly ChatRow[];
  readonly pinned_chats: readonly number[];
  /** Present with `limit`. */
  readonly more?: boolean;
  /** Present with `known`. */
  readonly gone?: readonly number[];
  readonly reset?: boolean;
}

export const listChats = userMethod({
  name: "listChats",
  summary:
    "Lists the person's chats with their last message, the unread counts, the person's settings and their abilities: those with the newest message first, and with `limit` the pinned ones before them. A client that has rows already passes them in `known`, and gets only what changed. Of rows beyond about 4 Mi characters, the last message has the beginning of its text, and neither links nor buttons.",
  effect: "wait",
  rate: "chat_lists",
  access: { scope: "self" },
  fields: {
    limit: described(
      optional(int()),
      "The largest number of rows, 1 or more, besides the rows affected by events of the person's own stream since `seq`. If `more` is true, call again with all rows in `known`.",
    ),
    known: described(
      optional(arrayOf(pairOf(int()), { max: MAX_KNOWN_CHATS })),
      "The chats that the client has: for each, its id and the `seq` of the last event that the client applied. Unchanged ones are left out of the response.",
    ),
    seq: described(
      optional(int()),
      "With `known`: the `seq` of the response that the rows are from, or of the latest frame of type `account` since then.",
    ),
    chat_ids: described(
      optional(arrayOf(int(), { max: MOST_ASKED })),
      "Return only the rows of these chats, if the person is in them.",
    ),
  },
  result: objectOfSchema(
    {
      seq: schemas.Integer,
      chats: arrayOfSchema(schemas.ChatRow),
      pinned_chats: arrayOfSchema(schemas.Integer),
      more: schemas.Boolean,
      gone: arrayOfSchema(schemas.Integer),
      reset: schemas.Boolean,
    },
    ["more", "gone", "reset"],
  ),
  refusals: ["UNAUTHORIZED"],
  example: {
    request: { limit: 50, known: [[1003, 7]], seq: 3 },
    result: {
      seq: 3,
      chats: [
        {
          chat: { id: 1002, type: "private", first_name: "Bob" },
          seq: 1,
          read_up_to: 0,
          unread_count: 1,
          unread_mentions: 0,
          settings: {
            is_archived: false,
            is_marked_unread: false,
            draft: { text: "See you", date: 1_767_225_600, version: 13 },
          },
          member_count: 2,
        },
      ],
      pinned_chats: [1002],
      more: false,
      gone: [],
      reset: false,
    },
  },
  async run({ actor, deps, now, isStillCaller }, { limit, known, seq, chat_ids }) {
    const context = {
      db: deps.db,
      yieldToEventLoop: deps.yieldToEventLoop,
      fileIds: deps.app.fileIds,
      person: actor,
      now_s: now,
      isStillCaller,
    };
    const most = limit === undefined ? undefined : Math.max(1, limit);
    const { rows, more, gone, reset, ...rest } = await readChatList(context, { limit: most, known, seq, chat_ids });
    const told = { ...rest, ...(limit === undefined ? {} : { more }), ...(known ? { gone, reset } : {}) };
    const chats = rows.map(({ json }) => json);
    return resultWithJson<ChatList, "chats">("chats", chats, told);
  },
});
