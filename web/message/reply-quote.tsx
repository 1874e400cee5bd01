/** The message that another one answers, in two lines; chosen, it is gone to. */
import { Trans } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { colourOf, speakerOf } from "../model/names.ts";
import { covered } from "../model/spoilers.ts";
import { classes } from "../ui/classes.ts";
import { useReach } from "../ui/reach.ts";
import { usePreview } from "./preview.ts";

interface ReplyQuoteProps {
  readonly message: Message;
  readonly quote: Message["quote"];
  /** Whether it stands in a bubble of the person's own. */
  readonly own: boolean;
  readonly onGo: (message_id: number) => void;
}

export function ReplyQuote({ message, quote, own, onGo }: ReplyQuoteProps) {
  const preview = usePreview();
  const reach = useReach();
  const speaker = speakerOf(message);
  const colour = `var(--name-${colourOf(speaker.id)})`;
  return (
    <button
      type="button"
      tabIndex={reach}
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
        {quote ? covered(quote.text, quote.entities ?? []) : preview(message).text}
      </span>
    </button>
  );
}
