/** The message that another one replies to, in two lines. A click jumps to it. */
import { Trans } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { colourOf, senderOf } from "../../core/model/people/names.ts";
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { usePreview } from "./preview.ts";

interface ReplyQuoteProps {
  readonly message: Message;
  readonly quote: Message["quote"];
  /** Whether it is shown in one of the user's own messages. */
  readonly own: boolean;
  readonly onGo: (message_id: number) => void;
}

export function ReplyQuote({ message, quote, own, onGo }: ReplyQuoteProps) {
  const preview = usePreview();
  const tabIndex = useTabIndex();
  const speaker = senderOf(message);
  const colour = `var(--name-${colourOf(speaker.id)})`;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      onClick={() => onGo(message.message_id)}
      className={classes(
        "mb-1 block w-full min-w-32 max-w-full rounded-md border-s-3 px-2 py-1 text-start text-sm leading-snug",
        own ? "bg-surface/50" : "bg-hover",
      )}
      style={{ borderColor: colour }}
    >
      <span className="sr-only">
        <Trans>In reply to</Trans>{" "}
      </span>
      <span className="block truncate font-semibold" style={{ color: colour }} dir="auto">
        {speaker.name}
      </span>
      <span className="block truncate" dir="auto">
        {quote ? hideSpoilers(quote.text, quote.entities ?? []) : preview(message).text}
      </span>
    </button>
  );
}
