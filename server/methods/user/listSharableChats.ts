/** listSharableChats: the groups and channels that a button of a bot's keyboard asks for. */
import type { SharableChat } from "@heliogram/shared/wire.ts";
import { showRights } from "../../domain/members/rights.ts";
import { presentFoundChat } from "../../present/chat-info.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { ownChatsBelow } from "../../store/queries/chats/chat-list.ts";
import { described, int, optional } from "../engine/fields.ts";
import { always, userMethod } from "../engine/method.ts";
import { limitField, pageSize, queryField } from "../engine/page-fields.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";
import { REQUEST_FIELDS, REQUEST_REFUSALS, requireRequest, sharableChats, type Sharable } from "./share-request.ts";

/** Chats that are read at a time until a page is full. */
const BATCH = 100;

export const listSharableChats = userMethod({
  name: "listSharableChats",
  summary:
    "Lists the person's groups and channels that a button of a bot's keyboard asks for, the oldest first, and what is to be done for the bot before it is shared.",
  effect: "read",
  rate: "lists",
  inReaderPool: always,
  access: { scope: "self" },
  fields: {
    ...REQUEST_FIELDS,
    query: queryField(),
    after: described(optional(int()), "Only those with an id below this, which later chats have; for the next page."),
    limit: limitField(),
  },
  result: objectOfSchema({ chats: arrayOfSchema(schemas.SharableChat) }),
  refusals: REQUEST_REFUSALS,
  example: {
    request: { bot_id: 1004, message_id: 8, request_id: 2 },
    result: {
      chats: [{ chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" }, adds_bot: true }],
    },
  },
  async run(call, { query = "", after = 0, limit, ...button }) {
    const { tx, actor, deps } = call;
    const { request, bot } = await requireRequest(call, undefined, "request_chat", button);
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const type = request.chat_is_channel ? "channel" : "supergroup";
    const most = pageSize(limit);
    const chats: SharableChat[] = [];
    let below = after;
    while (chats.length < most) {
      const batch = await ownChatsBelow(tx, actor.id, { type, wanted: query, below, limit: BATCH });
      for (const each of await sharableChats(call, request, bot, batch)) chats.push(await present(context, each));
      if (batch.length < BATCH) break;
      below = batch.at(-1)!.id;
    }
    return { chats: chats.slice(0, most) };
  },
});

async function present(context: ViewerContext, { chat, preparation }: Sharable): Promise<SharableChat> {
  const { adds, grants } = preparation;
  return {
    chat: await presentFoundChat(context, chat),
    ...(adds ? { adds_bot: true } : {}),
    ...(grants === undefined ? {} : { grants_rights: showRights(grants) }),
  };
}
