/** The rules about reactions: those that are refused, and updates about them that a bot cannot get. */
import { evidenceOf, evidenceOfUpdate, refusalOf, type LintRule } from "./rule.ts";

export const reactionRefused: LintRule = {
  name: "reaction_refused",
  severity: "error",
  doc: "`setMessageReaction` is refused: the chat does not have the emoji, it is no reaction, or a bot sets more than one.",
  *check({ calls }) {
    for (const call of calls) {
      if (call.method !== "setMessageReaction") continue;
      const [reason] =
        /(?:REACTION_INVALID|REACTIONS_TOO_MANY|MESSAGE_NOT_REACTABLE)\b.*/s.exec(refusalOf(call) ?? "") ?? [];
      if (reason === undefined) continue;
      const message = `setMessageReaction was refused: ${reason}. A bot sets one emoji of Telegram's list on a message, out of the available_reactions of getChat if the chat has them.`;
      yield evidenceOf(call, reason, message);
    }
  },
};

export const reactionsWithoutRights: LintRule = {
  name: "reactions_without_rights",
  severity: "warning",
  doc: "The bot names `message_reaction` or `message_reaction_count` in `allowed_updates`, and somebody has reacted in a chat of which it is no administrator.",
  *check({ updates }) {
    for (const { update, reason } of updates) {
      if (reason !== "NOT_AN_ADMINISTRATOR" || !update.kind.startsWith("message_reaction")) continue;
      const message = `A ${update.kind} update was not made, although allowed_updates name it: in groups and channels only administrators get reactions. Make the bot an administrator; no right is needed besides.`;
      yield evidenceOfUpdate(update, update.kind, message);
    }
  },
};
