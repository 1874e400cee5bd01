/** What became of one's own message: on its way, sent, read. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Check, CheckCheck, CircleAlert, Clock } from "lucide-react";
import type { ChatRow } from "../store/state.ts";

export type TickState = "waiting" | "failed" | "sent" | "read";

/** Without a pointer of the others (large groups, channels), sent is all that is known. */
export function ticksOf(message: Message, row: ChatRow | undefined): TickState {
  return message.message_id <= (row?.others_read_up_to ?? 0) ? "read" : "sent";
}

export function Ticks({ state }: { readonly state: TickState }) {
  const { t } = useLingui();
  const [Icon, label] = {
    waiting: [Clock, t`Sending`] as const,
    failed: [CircleAlert, t`Not sent`] as const,
    sent: [Check, t`Sent`] as const,
    read: [CheckCheck, t`Read`] as const,
  }[state];
  return <Icon role="img" aria-label={label} className={state === "failed" ? "size-4 text-danger" : "size-4"} />;
}
