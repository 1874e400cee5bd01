/** listChats: a person's list, as a whole, its first rows, or what of it is another than the client has. */
import type { ChatRow } from "../../present/chat-list.ts";
import { Json } from "../answer.ts";
import { readList } from "../chat-pages.ts";
import { arrayOf, described, int, optional, pairOf } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../schemas.ts";

/** Chats that a client may say it has: a pair makes three values of the ten thousand that a body may have. */
const MOST_KNOWN = 3000;
const MOST_ASKED = 100;

export interface ChatList {
  readonly seq: number;
  readonly chats: readonly ChatRow[];
  readonly pinned_chats: readonly number[];
  /** With `limit`. */
  readonly more?: boolean;
  /** With `known`. */
  readonly gone?: readonly number[];
  readonly reset?: boolean;
}

export const listChats = webMethod({
  name: "listChats",
  summary:
    "Lists the person's chats with their last message, what is unread, the person's settings, and what they may do there: those with the newest message first, and with `limit` the pinned ones before them. A client that has rows already says which, and is told only what changed.",
  effect: "wait",
  rate: "chat_lists",
  access: { scope: "self" },
  fields: {
    limit: described(
      optional(int()),
      "At most this many rows, 1 or more, beside those that the person's own news since `seq` are about. `more` tells whether there are others: ask again with the rows in `known`.",
    ),
    known: described(
      optional(arrayOf(pairOf(int()), { max: MOST_KNOWN })),
      "The chats that the client has: for each, its id and the `seq` up to which the client follows it. They are left out of the answer where nothing changed.",
    ),
    seq: described(
      optional(int()),
      "With `known`: `seq` of the answer that the rows are from, or of the latest frame of type `account` since.",
    ),
    chat_ids: described(
      optional(arrayOf(int(), { max: MOST_ASKED })),
      "The rows of these chats alone, where the person is in them.",
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
  codes: [400, 401],
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
          settings: { is_archived: false, is_marked_unread: false, draft: { text: "See you", date: 1_767_225_600 } },
          member_count: 2,
        },
      ],
      pinned_chats: [1002],
      more: false,
      gone: [],
      reset: false,
    },
  },
  async run({ actor, deps, now, isStillCaller, fail }, { limit, known, seq, chat_ids }) {
    const prove = async (tx: Parameters<typeof isStillCaller>[0]) => {
      if (!(await isStillCaller(tx))) fail("UNAUTHORIZED");
    };
    const listing = { db: deps.db, turn: deps.turn, fileIds: deps.env.fileIds, person: actor, now_s: now, prove };
    const most = limit === undefined ? undefined : Math.max(1, limit);
    const { rows, more, gone, reset, ...rest } = await readList(listing, { limit: most, known, seq, chat_ids });
    const told = { ...rest, ...(limit === undefined ? {} : { more }), ...(known ? { gone, reset } : {}) };
    const text = `{"chats":[${rows.map(({ json }) => json).join(",")}],${JSON.stringify(told).slice(1)}`;
    // The rows were written piece by piece; what they say has the type of the whole.
    return new Json(text) as unknown as ChatList;
  },
});
