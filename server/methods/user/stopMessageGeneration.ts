/** stopMessageGeneration: stops the streamed draft of a bot, which is notified (behaviour.md §4). */
import { queueStopped } from "../../app/bots/stop-generation.ts";
import type { Chat } from "../../domain/chats.ts";
import type { DraftPlace } from "../../domain/streamed-draft.ts";
import { GENERAL_THREAD_ID } from "../../domain/topics.ts";
import { chatId, described, int, optional, userId } from "../engine/fields.ts";
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
    message_thread_id: described(optional(int()), "That of the frame; General by default."),
  },
  result: schemas.Boolean,
  refusals: SENDING_REFUSALS,
  example: { request: { chat_id: 1004, bot_id: 1004, draft_id: 1 }, result: true },
  async run(call, { draft_id, ...params }) {
    const { tx, deps, chat } = call;
    requireAnySending(call);
    const place = placeOf(chat, params);
    return deps.drafts.isStoppable(place, draft_id) && queueStopped(tx, deps.app, chat, place, draft_id);
  },
  async after(deps, { chat, params, result }) {
    if (result) deps.drafts.stop(placeOf(chat!, params), params.draft_id);
  },
});

interface StopParams {
  readonly bot_id: number;
  readonly message_thread_id: number | undefined;
}

function placeOf(chat: Chat, { bot_id, message_thread_id }: StopParams): DraftPlace {
  return { chat_id: chat.id, bot_id, thread_id: message_thread_id || (chat.is_forum ? GENERAL_THREAD_ID : 0) };
}
