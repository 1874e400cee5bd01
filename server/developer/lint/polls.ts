/** The rules about `getUpdates`: polls that exclude each other, and updates that are not confirmed. */
import { parsed } from "../json-values.ts";
import { evidenceOf, evidenceOfUpdate, refusalOf, type BotCall, type LintRule } from "./rule.ts";

/** Polls that return the same update before it counts as not confirmed: a bot that is restarted gets some twice. */
const MANY_POLLS = 5;

export const pollWithWebhook: LintRule = {
  name: "poll_with_webhook",
  severity: "error",
  doc: "The bot calls `getUpdates` while a webhook is set, which is answered with 409.",
  *check({ calls }) {
    const message =
      "getUpdates is refused while a webhook is set. Call deleteWebhook before the first poll, or receive updates by the webhook alone.";
    for (const call of calls) if (isConflict(call, "webhook is active")) yield evidenceOf(call, "", message);
  },
};

export const concurrentPolls: LintRule = {
  name: "concurrent_polls",
  severity: "error",
  doc: "Two calls of `getUpdates` wait at once, so that the earlier one is ended with 409.",
  *check({ calls }) {
    const message =
      "A poll was ended by another one of the same bot. Run one program with a token at a time, and one poll at a time in it.";
    for (const call of calls)
      if (isConflict(call, "terminated by other getUpdates")) yield evidenceOf(call, "", message);
  },
};

/** What a fault rule answers is not the bot's doing. */
function isConflict(call: BotCall, words: string): boolean {
  return call.method === "getUpdates" && call.status === 409 && (refusalOf(call)?.includes(words) ?? false);
}

export const unknownUpdateKind: LintRule = {
  name: "unknown_update_kind",
  severity: "warning",
  doc: "`allowed_updates` have a name that is no kind of update. It is ignored, so a misspelt one lets updates stay away.",
  *check({ calls, api }) {
    for (const call of calls) {
      const kinds = parsed(call.params?.get("allowed_updates"));
      for (const kind of Array.isArray(kinds) ? kinds : []) {
        if (typeof kind !== "string" || api.updateKinds.has(kind.toLowerCase())) continue;
        const message = `The allowed_updates of ${call.method} have ${kind}, which is no kind of update and is ignored. Check its spelling.`;
        yield evidenceOf(call, kind, message);
      }
    }
  },
};

export const updateUnconfirmed: LintRule = {
  name: "update_unconfirmed",
  severity: "error",
  doc: `${MANY_POLLS} or more polls have returned an update, and the bot has not confirmed it.`,
  *check({ updates }) {
    for (const { update, steps } of updates) {
      const { update_id, state } = update;
      const polls = steps.filter(({ what }) => what === "poll").length;
      if (state !== "delivered" || polls < MANY_POLLS) continue;
      const message = `Update ${update_id} was returned by ${polls} polls and is not confirmed. Pass an offset that is one higher than the highest update_id so far.`;
      yield evidenceOfUpdate(update, "", message);
    }
  },
};
