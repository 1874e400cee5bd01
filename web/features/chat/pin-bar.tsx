/** The bar with the pinned messages. A click goes to the shown one and then shows the one pinned before it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { PinOff, X } from "lucide-react";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { usePreview } from "../message/preview.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { usePinsRefresh, usePins } from "./use-pins.ts";
import { useErrorToast } from "../rights/use-error-message.ts";

interface PinBarProps {
  readonly row: ChatDetails;
  readonly onGo: (message_id: number) => void;
}

/** The number of marks in the bar; each stands for one pin if there are no more pins than marks. */
const MAX_MARKS = 5;

export function PinBar({ row, onGo }: PinBarProps) {
  const { t } = useLingui();
  const preview = usePreview();
  const chat_id = row.chat.id;
  const { pins } = usePins(chat_id);
  usePinsRefresh(chat_id, pins);
  const [current, setCurrent] = useState(0);
  /** The newest pin at the time when the user hid the bar. */
  const [dismissed, setDismissed] = useState<number>();
  const index = Math.min(current, pins.length - 1);
  const pin = pins[index];
  if (!pin || pins[0]!.message_id === dismissed) return null;
  const count = pins.length;
  const number = count - index;
  return (
    <div role="region" aria-label={t`Pinned messages`} className="shrink-0 border-b border-line bg-surface">
      <div className="flex items-center gap-2 px-3 py-1 md:px-4">
        <button
          type="button"
          className="flex min-w-0 flex-1 items-center gap-3 rounded-lg py-0.5 text-start text-sm leading-snug"
          onClick={() => {
            onGo(pin.message_id);
            setCurrent((index + 1) % count);
          }}
        >
          <PinMarks count={count} index={index} />
          <span className="min-w-0">
            <span className="block font-semibold text-accent">
              {count === 1 ? <Trans>Pinned message</Trans> : <Trans>Pinned message {number}</Trans>}
            </span>
            <span className="block truncate text-soft" dir="auto">
              {preview(pin).text}
            </span>
          </span>
        </button>
        <UnpinButton row={row} message_id={pin.message_id} onHide={() => setDismissed(pins[0]!.message_id)} />
      </div>
    </div>
  );
}

/** The lowest mark stands for the newest pin, like the newest message in the chat. */
function PinMarks({ count, index }: { readonly count: number; readonly index: number }) {
  const marks = Math.min(count, MAX_MARKS);
  const lit = count <= MAX_MARKS ? index : Math.round((index / (count - 1)) * (marks - 1));
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
  const showErrorToast = useErrorToast();
  if (row.can?.pin_messages !== null) {
    return (
      <IconButton label={t`Hide the pinned messages`} size="small-icon" onClick={onHide}>
        <X aria-hidden className="size-5" />
      </IconButton>
    );
  }
  const unpin = () => {
    api.call("unpinChatMessage", { chat_id: row.chat.id, message_id }).catch(showErrorToast);
  };
  return (
    <IconButton label={t`Unpin this message`} size="small-icon" onClick={unpin}>
      <PinOff aria-hidden className="size-4.5" />
    </IconButton>
  );
}
