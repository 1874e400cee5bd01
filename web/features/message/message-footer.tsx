/** The footer of a message: whether it was edited, its time, and its delivery state. */
import { Trans } from "@lingui/react/macro";
import { useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";
import type { PostRow } from "../../core/model/messages/rows.ts";
import { classes } from "../../ui/classes.ts";
import { Ticks, ticksOf, type TickState } from "./ticks.tsx";

export type FooterPlacement = "inline" | "overlay" | "beside";

interface MessageFooterProps {
  readonly row: PostRow;
  readonly placement: FooterPlacement;
}

export function MessageFooter({ row, placement }: MessageFooterProps) {
  const format = useFormat();
  const message = row.messages.at(-1)!;
  const state = useClientState(
    ({ chats }): TickState => row.outgoing?.state ?? ticksOf(message, chats?.[message.chat.id]),
  );
  return (
    <span
      className={classes(
        "flex items-center gap-1 text-xs leading-5",
        placement === "overlay"
          ? "pointer-events-none absolute bottom-2 end-2 rounded-full bg-black/60 px-2 text-white [&_svg]:text-white [&_svg[data-state=read]]:text-read-overlay"
          : ["relative float-end ms-3", row.isOwn ? "text-own-soft" : "text-soft"],
        placement === "inline" && "top-1",
        placement === "beside" && "-mt-5",
      )}
    >
      {message.edit_date !== undefined && <Trans>edited</Trans>}
      <Time value={format.time(message.date)} title={format.full(message.date).text} />
      {row.isOwn && <Ticks state={state} />}
    </span>
  );
}
