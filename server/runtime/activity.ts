/** Who is notified of the attempts of webhooks: the recorder of updates, and the log of attempts of the developer console. */
import type { UpdateRecorder } from "../activity/updates.ts";
import type { DeveloperConsole } from "../developer/developer-console.ts";
import { wrongResponse, type AttemptOutcome, type WebhookObserver } from "../live/webhooks/delivery.ts";

export function observeWebhooks(updates: UpdateRecorder, developerConsole: DeveloperConsole): WebhookObserver {
  return {
    begin({ bot_id, url }, event, attempt, { headers, body }, fault) {
      const started = { bot_id, update_id: event.seq, url, attempt, headers, body, fault };
      const logged = developerConsole.logs?.attempts.begin(started);
      return (outcome) => {
        logged?.end(outcome);
        updates.attempted(bot_id, event, attempt, errorOf(outcome));
      };
    },
  };
}

/** Why an attempt has failed, as the store records it; empty if it has not, `undefined` if it was given up. */
function errorOf({ status, error }: AttemptOutcome): string | undefined {
  if (status === undefined) return error;
  return status >= 200 && status <= 299 ? "" : wrongResponse(status);
}
