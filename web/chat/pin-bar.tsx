/** Above the messages: what is pinned. Each press goes to it, and on to the pin before. */
import { Trans, useLingui } from "@lingui/react/macro";
import { PinOff, X } from "lucide-react";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { usePreview } from "../message/preview.ts";
import type { ChatDetails } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { useFreshPins, usePins } from "./use-pins.ts";
import { useComplain } from "../rights/use-sentence.ts";

interface PinBarProps {
  readonly row: ChatDetails;
  readonly onGo: (message_id: number) => void;
}

/** Marks beside the bar, one for each pin. */
const MOST_MARKS = 5;

export function PinBar({ row, onGo }: PinBarProps) {
  const { t } = useLingui();
  const preview = usePreview();
  const chat_id = row.chat.id;
  const { pins } = usePins(chat_id);
  useFreshPins(chat_id, pins);
  const [at, setAt] = useState(0);
  /** The newest pin when the person put the bar away. */
  const [away, setAway] = useState<number>();
  const place = Math.min(at, pins.length - 1);
  const pin = pins[place];
  if (!pin || pins[0]!.message_id === away) return null;
  const count = pins.length;
  const number = count - place;
  return (
    <div role="region" aria-label={t`Pinned messages`} className="shrink-0 border-b border-line bg-surface">
      <div className="flex items-center gap-2 px-3 py-1 md:px-4">
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center gap-3 rounded-lg py-0.5 text-start text-sm leading-snug"
          onClick={() => {
            onGo(pin.message_id);
            setAt((place + 1) % count);
          }}
        >
          <PinMarks count={count} place={place} />
          <span className="min-w-0">
            <span className="block font-semibold text-accent">
              {count === 1 ? <Trans>Pinned message</Trans> : <Trans>Pinned message {number}</Trans>}
            </span>
            <span className="block truncate text-soft" dir="auto">
              {preview(pin).text}
            </span>
          </span>
        </button>
        <UnpinButton row={row} message_id={pin.message_id} onHide={() => setAway(pins[0]!.message_id)} />
      </div>
    </div>
  );
}

/** The newest pin is the lowest mark, as its message is in the chat. */
function PinMarks({ count, place }: { readonly count: number; readonly place: number }) {
  const marks = Math.min(count, MOST_MARKS);
  const lit = count <= MOST_MARKS ? place : Math.round((place / (count - 1)) * (marks - 1));
  return (
    <span aria-hidden className="flex h-8 w-0.5 shrink-0 flex-col-reverse gap-0.5">
      {Array.from({ length: marks }, (_, index) => (
        <span key={index} className={classes("flex-1 rounded-full", index === lit ? "bg-accent" : "bg-accent/30")} />
      ))}
    </span>
  );
}

interface UnpinButtonProps {
  readonly row: ChatDetails;
  readonly message_id: number;
  readonly onHide: () => void;
}

function UnpinButton({ row, message_id, onHide }: UnpinButtonProps) {
  const { t } = useLingui();
  const { api } = useClient();
  const complain = useComplain();
  if (row.can?.pin_messages !== null) {
    return (
      <IconButton label={t`Hide the pinned messages`} size="small-icon" onClick={onHide}>
        <X aria-hidden className="size-5" />
      </IconButton>
    );
  }
  const unpin = () => {
    api.call("unpinChatMessage", { chat_id: row.chat.id, message_id }).catch(complain);
  };
  return (
    <IconButton label={t`Unpin this message`} size="small-icon" onClick={unpin}>
      <PinOff aria-hidden className="size-4.5" />
    </IconButton>
  );
}
