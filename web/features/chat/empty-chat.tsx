/** Shown in a chat without messages. */
import { Trans } from "@lingui/react/macro";
import { titleOf } from "../../core/model/people/names.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { Avatar } from "../../ui/display/avatar.tsx";
import { useBotDescription } from "./use-bot-description.ts";

export function EmptyChat({ row }: { readonly row: ChatDetails }) {
  const title = titleOf(row.chat);
  const description = useBotDescription(row);
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-6">
      <div className="flex max-w-80 flex-col items-center gap-3 rounded-3xl bg-surface px-8 py-7 text-center shadow-xs shadow-shade">
        <Avatar id={row.chat.id} name={title} photo={row.photo} size="large" />
        <p className="max-w-full text-lg font-semibold">
          <bdi>{title}</bdi>
        </p>
        <p className="max-w-full whitespace-pre-wrap text-soft" dir="auto">
          {description ? (
            description
          ) : row.peer?.user.is_bot && row.peer.status !== "member" ? (
            <Trans>Press Start, and the bot will answer.</Trans>
          ) : (
            <Trans>Nothing has been said here yet.</Trans>
          )}
        </p>
      </div>
    </div>
  );
}
