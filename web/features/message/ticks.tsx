/** The delivery state of one's own message: waiting, sent, delivered or read. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { ChatRow } from "../../core/store/state.ts";
import { classes } from "../../ui/classes.ts";

export type TickState = "waiting" | "failed" | "sent" | "delivered" | "read";

/**
 * In large groups and channels there are no pointers of the others, so that "sent" is the only known state. "Delivered"
 * exists only in private chats.
 */
export function ticksOf({ message_id }: Message, row: ChatRow | undefined): TickState {
  if (message_id <= (row?.others_read_up_to ?? 0)) return "read";
  return message_id <= (row?.others_delivered_up_to ?? 0) ? "delivered" : "sent";
}

const STATE_CLASSES: Partial<Record<TickState, string>> = { failed: "text-danger", read: "text-read" };
/** "Read" also has a heavier stroke, because colour alone is not accessible to everybody. */
const STROKES: Partial<Record<TickState, number>> = { read: 3 };

export function Ticks({ state }: { readonly state: TickState }) {
  const { t } = useLingui();
  const [Icon, label] = {
    waiting: [Clock, t`Sending`] as const,
    failed: [CircleAlert, t`Not sent`] as const,
    sent: [Check, t`Sent`] as const,
    delivered: [CheckCheck, t`Delivered`] as const,
    read: [CheckCheck, t`Read`] as const,
  }[state];
  return (
    <Icon
      role="img"
      aria-label={label}
      data-state={state}
      strokeWidth={STROKES[state] ?? 2}
      className={classes("size-4", STATE_CLASSES[state])}
    />
  );
}
