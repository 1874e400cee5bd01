/** stopMessageGeneration: stops the streamed draft of a bot, which is notified (behaviour.md §4). */
import { queueStopped } from "../../app/bots/stop-generation.ts";
import { chatId, described, int, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { requireAnySending, SENDING_REFUSALS } from "../messages/sending.ts";

export const stopMessageGeneration = userMethod({
  name: "stopMessageGeneration",
  summary: "Stops what a bot is writing, and notifies the bot; returns `false` if that has ended or cannot be stopped.",
  effect: "write",
  rate: "presses",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    chat_id: chatId(),
    bot_id: described(userId(), "The bot whose draft it is."),
    draft_id: described(int(), "That of the frame `streamed_draft`."),
  },
  result: schemas.Boolean,
  refusals: SENDING_REFUSALS,
  example: { request: { chat_id: 1004, bot_id: 1004, draft_id: 1 }, result: true },
  async run(call, { bot_id, draft_id }) {
    const { tx, deps, chat } = call;
    requireAnySending(call);
    if (!deps.drafts.isStoppable(chat.id, bot_id, draft_id)) return false;
    return queueStopped(tx, deps.app, chat, bot_id, draft_id);
  },
  async after(deps, { chat, params, result }) {
    if (result) deps.drafts.stop(chat!.id, params.bot_id, params.draft_id);
  },
});
