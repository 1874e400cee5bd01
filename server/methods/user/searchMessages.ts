/** searchMessages: finds messages by their words, in one chat or in all chats of the person. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { SEARCH_KINDS } from "../../domain/search/document.ts";
import { parseQuery, type Range } from "../../domain/search/query.ts";
import { chatId, described, int, oneOf, optional, ParameterError, text, unixTime } from "../engine/fields.ts";
import { MEMBER_ACCESS_REFUSALS } from "../engine/authorization.ts";
import { topicId } from "../messages/topics.ts";
import { searchPage } from "./message-search.ts";
import { resultWithJson } from "../engine/api-response.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LIMIT = 100;
const USUAL_LIMIT = 50;

const rangeSchema = objectOfSchema({ offset: schemas.Integer, length: schemas.Integer });

interface Found {
  readonly messages: readonly Wire.Message[];
  readonly matches: readonly (readonly Range[])[];
  readonly next?: string;
  readonly indexing: boolean;
}

export const searchMessages = userMethod({
  name: "searchMessages",
  summary:
    "Searches texts, captions and file names for words, in one chat or in all of the person's chats, the newest first. A page ends early when it is about 4 Mi characters long.",
  // The index is queried outside of any transaction.
  effect: "wait",
  rate: "message_searches",
  access: { scope: "self" },
  fields: {
    query: described(
      optional(text({ max: 256 })),
      'Words that are all in the message, in any order, the last of which may be a beginning. "Words in quotation marks" follow one another. May be left out beside from_id or kind.',
    ),
    chat_id: described(optional(chatId()), "Only this chat."),
    message_thread_id: described(optional(topicId()), "With chat_id: only this topic."),
    from_id: described(optional(int()), "Only of this user, or of this chat that speaks itself."),
    kind: described(optional(oneOf(...SEARCH_KINDS)), "Only messages of this kind."),
    since: described(optional(unixTime()), "Only messages of this second or later."),
    until: described(optional(unixTime()), "Only messages before this second."),
    before: described(optional(int()), "With chat_id: only messages older than this message_id."),
    cursor: described(optional(text({ max: 64 })), "For the next page: `next` of the page before."),
    limit: described(
      optional(int()),
      `The largest number of messages to return, 1 to ${MAX_LIMIT}; ${USUAL_LIMIT} by default.`,
    ),
  },
  result: objectOfSchema(
    {
      messages: arrayOfSchema(schemas.Message),
      matches: {
        ...arrayOfSchema(arrayOfSchema(rangeSchema)),
        description:
          "For each message, the matches in its text or caption, in UTF-16 units; empty if the words are elsewhere, as in a file name.",
      },
      next: {
        ...schemas.String,
        description:
          "The cursor of the next page; absent at the end. A page can be short or empty without being the last.",
      },
      indexing: {
        ...schemas.Boolean,
        description: "Older or edited messages are still being indexed and may be missing.",
      },
    },
    ["next"],
  ),
  refusals: MEMBER_ACCESS_REFUSALS,
  example: {
    request: { query: "lunch" },
    result: { messages: [], matches: [], indexing: false },
  },
  async run({ actor, deps, now, isStillCaller }, { query = "", cursor, since, until, limit, ...filters }) {
    const below = cursor === undefined ? undefined : deps.searchCursors.read(cursor, actor.id);
    if (cursor !== undefined && below === undefined) throw new ParameterError("invalid cursor specified");
    const { next, messages, ...found } = await searchPage(deps, actor, isStillCaller, now, {
      ...filters,
      terms: parseQuery(query),
      since: since ?? 0,
      until: until ?? Number.MAX_SAFE_INTEGER,
      below,
      limit: Math.min(MAX_LIMIT, Math.max(1, limit ?? USUAL_LIMIT)),
    });
    const rest = { ...found, ...(next === undefined ? {} : { next: deps.searchCursors.mint(next, actor.id) }) };
    return resultWithJson<Found, "messages">("messages", messages, rest);
  },
});
