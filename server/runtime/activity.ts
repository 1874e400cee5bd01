/** Who is told of polls, webhook attempts and new updates: the activity of bots, and in developer mode its logs. */
import type { BotActivity } from "../activity/activity.ts";
import type { UpdateObserver } from "../app/messages/update-observer.ts";
import type { Developer } from "../developer/developer.ts";
import type { PollObserver } from "../live/polling/long-polls.ts";
import { wrongResponse, type AttemptOutcome, type WebhookObserver } from "../live/webhooks/delivery.ts";
import { pollObserver, webhookObserver } from "./developer.ts";

export function observePolls({ updates }: BotActivity, developer: Developer | undefined): PollObserver {
  if (!developer) return updates;
  const log = pollObserver(developer);
  return {
    polled(bot_id, events) {
      updates.polled(bot_id, events);
      log.polled(bot_id, events);
    },
    confirmed(bot_id, update_id) {
      updates.confirmed(bot_id, update_id);
      log.confirmed(bot_id, update_id);
    },
  };
}

export function observeWebhooks({ updates }: BotActivity, developer: Developer | undefined): WebhookObserver {
  const log = developer && webhookObserver(developer);
  return {
    begin(hook, event, attempt, request, fault) {
      const end = log?.begin(hook, event, attempt, request, fault);
      return (outcome) => {
        end?.(outcome);
        const error = errorOf(outcome);
        if (error !== undefined) updates.attempted(hook.bot_id, event, attempt, error);
      };
    },
  };
}

/** Why an attempt has failed, as the store records it; empty if it has not, `undefined` if it was given up. */
function errorOf({ status, error }: AttemptOutcome): string | undefined {
  if (status === undefined) return error;
  return status >= 200 && status <= 299 ? "" : wrongResponse(status);
}

export function observeUpdates({ updates }: BotActivity, developer: Developer | undefined): UpdateObserver {
  if (!developer) return updates;
  const log = developer.updates;
  return {
    made(tx, update, body) {
      updates.made(tx, update, body);
      log.made(tx, update, body);
    },
    notMade: (tx, update, reason) => log.notMade(tx, update, reason),
  };
}
