/** getPinnedMessages: the pinned messages of a chat. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { presentMessage } from "../../present/messages.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { pinnedMessages } from "../../store/queries/messages/pins.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** The largest number of pinned messages returned, those pinned last. */
const MOST = 100;

export const getPinnedMessages = userMethod({
  name: "getPinnedMessages",
  summary: `Returns the pinned messages of a chat, the one pinned last first, at most ${MOST}.`,
  effect: "read",
  access: { scope: "chat", rank: "public" },
  fields: { chat_id: chatId() },
  result: arrayOfSchema(schemas.Message),
  codes: [400, 401, 403, 404],
  refusals: [],
  example: {
    request: { chat_id: -1_000_000_000_001 },
    result: [
      {
        message_id: 4,
        from: { id: 1002, is_bot: false, first_name: "Bob" },
        chat: { id: -1_000_000_000_001, type: "supergroup", title: "Team" },
        date: 1_767_225_600,
        text: "We meet at ten",
      },
    ],
  },
  async run({ tx, actor, chat, deps }) {
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    const shown: Wire.Message[] = [];
    for (const id of await pinnedMessages(tx, chat.id, MOST)) {
      const message = await findMessage(tx, chat.id, id);
      if (message) shown.push(await presentMessage(context, chat, message, false));
    }
    return shown;
  },
});
