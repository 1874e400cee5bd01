/** getPinnedMessages: everything that is pinned in a chat. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { presentMessage } from "../../present/messages.ts";
import { View } from "../../present/view.ts";
import { findMessage } from "../../store/messages.ts";
import { pinnedMessages } from "../../store/pins.ts";
import { chatId } from "../fields.ts";
import { webMethod } from "../method.ts";
import { arrayOfSchema, schemas } from "../schemas.ts";

/** Those pinned last; beyond them nobody walks. */
const MOST = 100;

export const getPinnedMessages = webMethod({
  name: "getPinnedMessages",
  summary: `Reads the pinned messages of a chat, the one pinned last first, at most ${MOST}.`,
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
    const view = new View(tx, actor, deps.env.fileIds);
    const shown: Wire.Message[] = [];
    for (const id of await pinnedMessages(tx, chat.id, MOST)) {
      const message = await findMessage(tx, chat.id, id);
      if (message) shown.push(await presentMessage(view, chat, message, false));
    }
    return shown;
  },
});
