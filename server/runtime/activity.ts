/** Who is told of polls, webhook attempts and new updates: the activity of bots, and the logs of the developer console. */
import type { BotActivity } from "../activity/activity.ts";
import type { NoUpdateReason, ObservedUpdate, UpdateObserver } from "../app/messages/update-observer.ts";
import type { DeveloperConsole } from "../developer/developer-console.ts";
import type { PollObserver } from "../live/polling/long-polls.ts";
import { wrongResponse, type AttemptOutcome, type WebhookObserver } from "../live/webhooks/delivery.ts";
import type { Tx } from "../store/db.ts";
import { webhookObserver } from "./developer.ts";

export function observePolls({ updates }: BotActivity, developerConsole: DeveloperConsole): PollObserver {
  return {
    polled(bot_id, events) {
      updates.polled(bot_id, events);
      developerConsole.logs?.updates.polled(bot_id, events);
    },
    confirmed(bot_id, update_id) {
      updates.confirmed(bot_id, update_id);
      developerConsole.logs?.updates.confirmed(bot_id, update_id);
    },
  };
}

export function observeWebhooks({ updates }: BotActivity, developerConsole: DeveloperConsole): WebhookObserver {
  return {
    begin(hook, event, attempt, request, fault) {
      const { logs } = developerConsole;
      const end = logs && webhookObserver(logs).begin(hook, event, attempt, request, fault);
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

/** What the transaction of a call has made or not made. */
interface UpdateNote {
  readonly update: ObservedUpdate;
  /** Absent for an update that was not made. */
  readonly body?: string;
  readonly reason?: NoUpdateReason;
}

export function observeUpdates({ updates }: BotActivity, developerConsole: DeveloperConsole): UpdateObserver {
  const note = (tx: Tx, each: UpdateNote) => void (tx.notes ??= []).push(each);
  return {
    made: (tx, update, body) => note(tx, { update, body }),
    // Absent while the console is off: whoever calls it makes further queries.
    get notMade(): UpdateObserver["notMade"] {
      return developerConsole.logs && ((tx, update, reason) => note(tx, { update, reason }));
    },
    committed(tx, trace_id) {
      const log = developerConsole.logs?.updates;
      for (const { update, body, reason } of (tx.notes ?? []) as UpdateNote[]) {
        if (body === undefined) log?.notMade(update, reason!, trace_id);
        else {
          updates.made(update, body, trace_id);
          log?.made(update, body, trace_id);
        }
      }
    },
  };
}
