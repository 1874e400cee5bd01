/** The keyboard that a bot offers in place of one's own words: a press sends the words of the button. */
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, LayoutGrid } from "lucide-react";
import { useMemo, useState } from "react";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { offeredKeyboard } from "../model/reply-keyboard.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatRow } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Why } from "../ui/why.tsx";

const NONE: readonly Message[] = [];

export function ReplyKeyboard({ row }: { readonly row: ChatRow }) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const reason = useWhyNotSend(row).kind("text");
  const messages = useClientState((state) => state.histories[row.chat.id]?.messages ?? NONE);
  const me = useClientState((state) => state.me?.user);
  const offered = useMemo(() => me && offeredKeyboard(messages, me), [messages, me]);
  /** The message whose keyboard the person has put away. */
  const [away, setAway] = useState<number>();
  if (!offered) return null;
  const { message_id, markup } = offered;
  if (away === message_id) {
    return (
      <IconButton label={t`Show the keyboard`} className="mb-2 self-end" onClick={() => setAway(undefined)}>
        <LayoutGrid aria-hidden className="size-5" />
      </IconButton>
    );
  }
  const press = (text: string) => {
    outbox.send(row.chat.id, { text });
    if (markup.one_time_keyboard) setAway(message_id);
  };
  return (
    <div
      role="group"
      aria-label={t`Keyboard of the bot`}
      className="flex max-h-[30vh] items-start gap-1 overflow-y-auto pb-2"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        {markup.keyboard.map((buttons, y) => (
          <div key={y} className="flex gap-1">
            {buttons.map(({ text }, x) => (
              <Why key={x} reason={reason}>
                {(why) => (
                  <button
                    type="button"
                    onClick={reason === undefined ? () => press(text) : undefined}
                    className={classes(
                      "min-w-0 flex-1 break-words rounded-lg bg-hover px-2 py-2 font-medium transition-colors hover:bg-selected aria-disabled:text-soft aria-disabled:hover:bg-hover",
                      markup.resize_keyboard ? "min-h-10" : "min-h-14",
                    )}
                    {...why}
                  >
                    {text}
                  </button>
                )}
              </Why>
            ))}
          </div>
        ))}
      </div>
      <IconButton label={t`Hide the keyboard`} onClick={() => setAway(message_id)}>
        <ChevronDown aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}
