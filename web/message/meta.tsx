/** The small line of a message: edited, when, and what became of it. */
import { Trans } from "@lingui/react/macro";
import { useClientState } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import type { PostRow } from "../model/rows.ts";
import { classes } from "../ui/classes.ts";
import { Ticks, ticksOf, type TickState } from "./ticks.tsx";

export type MetaPlace = "under" | "upon" | "beside";

interface MetaProps {
  readonly row: PostRow;
  readonly place: MetaPlace;
}

export function Meta({ row, place }: MetaProps) {
  const format = useFormat();
  const message = row.messages.at(-1)!;
  const state = useClientState(
    ({ chats }): TickState => row.outgoing?.state ?? ticksOf(message, chats?.[message.chat.id]),
  );
  return (
    <span
      className={classes(
        "flex items-center gap-1 text-xs leading-5",
        place === "upon"
          ? "pointer-events-none absolute bottom-2 end-2 rounded-full bg-black/60 px-2 text-white [&_svg]:text-white [&_svg[data-state=read]]:text-read-upon"
          : ["relative float-end ms-3", row.own ? "text-own-soft" : "text-soft"],
        place === "under" && "top-1",
        place === "beside" && "-mt-5",
      )}
    >
      {message.edit_date !== undefined && <Trans>edited</Trans>}
      <span title={format.full(message.date)}>{format.time(message.date)}</span>
      {row.own && <Ticks state={state} />}
    </span>
  );
}
