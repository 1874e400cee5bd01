/** What became of one's own message: on its way, sent, delivered, read. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { ChatRow } from "../store/state.ts";
import { classes } from "../ui/classes.ts";

export type TickState = "waiting" | "failed" | "sent" | "delivered" | "read";

/** Without pointers of the others (large groups, channels), sent is all that is known; delivered is told between two people alone. */
export function ticksOf({ message_id }: Message, row: ChatRow | undefined): TickState {
  if (message_id <= (row?.others_read_up_to ?? 0)) return "read";
  return message_id <= (row?.others_delivered_up_to ?? 0) ? "delivered" : "sent";
}

const LOOKS: Partial<Record<TickState, string>> = { failed: "text-danger", read: "text-read" };
/** What is read is also drawn heavier: colours alone do not tell everybody. */
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
      className={classes("size-4", LOOKS[state])}
    />
  );
}
