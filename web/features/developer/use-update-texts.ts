/** Words for the states and steps of an update, and for the reasons why it was not made. */
import type { NoUpdateReason } from "@heliogram/shared/updates.ts";
import { useLingui } from "@lingui/react/macro";
import type { UpdateState, UpdateStep } from "@heliogram/shared/wire.ts";

export function useUpdateStates(): (state: UpdateState) => string {
  const { t } = useLingui();
  const texts = {
    not_made: t`Not made`,
    queued: t`Queued`,
    delivered: t`Delivered`,
    confirmed: t`Confirmed`,
    removed: t`Removed`,
    left: t`Left the queue`,
  };
  return (state) => texts[state];
}

/** @returns a function from a reason to a sentence */
export function useNotMadeReason(): (reason: NoUpdateReason) => string {
  const { t } = useLingui();
  const texts: Readonly<Record<NoUpdateReason, string>> = {
    PRIVACY_MODE: t`Privacy mode is on: in groups the bot gets only commands, mentions of it and replies to it.`,
    ALLOWED_UPDATES: t`The bot has not asked for this kind: its allowed_updates lack it.`,
    NOT_A_MEMBER: t`The bot is not a member of the chat.`,
    NOT_AN_ADMINISTRATOR: t`Only administrators get updates of this kind, and the bot is none.`,
    SENT_BY_A_BOT: t`A bot has caused it, and bots do not see each other's messages.`,
    COULD_NOT_RECEIVE_ORIGINAL: t`The bot could not receive the message when it was sent.`,
    SUSPENDED: t`The bot is suspended.`,
  };
  return (reason) => texts[reason];
}

/** @returns a function that describes the steps of an update in order */
export function useSteps(): (steps: readonly UpdateStep[]) => string[] {
  const { t } = useLingui();
  return (steps) => {
    let attempt = 0;
    return steps.map(({ what }) => {
      if (what === "webhook" || what === "webhook_failed") attempt += 1;
      switch (what) {
        case "poll":
          return t`Delivered by getUpdates`;
        case "webhook":
          return t`Delivered to the webhook by attempt ${attempt}`;
        case "webhook_failed":
          return t`Attempt ${attempt} to deliver it to the webhook failed`;
        case "confirmed":
          return t`Confirmed by the bot`;
        case "removed":
          return t`Removed from the queue without a delivery`;
        case "left":
          return t`Left the queue on another node`;
        default:
          return what;
      }
    });
  };
}
