/** Updates of the reactions to messages. */
import type { ReactionCount } from "@heliogram/shared/wire.ts";
import { withChangedMessage } from "../model/messages/history.ts";
import { reacted, withChosen, withCounts } from "../model/messages/reactions.ts";
import { updateHistoriesOf } from "./histories.ts";
import type { Change } from "./state.ts";

/** Sets how often a message has each reaction, if it is loaded. */
export function setReactionCounts(chat_id: number, message_id: number, counts: readonly ReactionCount[]): Change {
  return updateHistoriesOf(chat_id, (history) =>
    withChangedMessage(history, message_id, (message) => withCounts(message, counts)),
  );
}

/** Sets the person's own reactions to a message, as the server has them. */
export function setChosenReactions(chat_id: number, message_id: number, chosen: readonly string[]): Change {
  return updateHistoriesOf(chat_id, (history) =>
    withChangedMessage(history, message_id, (message) => withChosen(message, chosen)),
  );
}

/** Shows a change of the person's own reactions before the server has made it. */
export function showReactions(chat_id: number, message_id: number, chosen: readonly string[]): Change {
  return updateHistoriesOf(chat_id, (history) =>
    withChangedMessage(history, message_id, (message) => reacted(message, chosen)),
  );
}
