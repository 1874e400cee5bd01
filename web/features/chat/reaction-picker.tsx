/** The picker of reactions, beside its message. It is loaded after the chat. */
import { useLingui } from "@lingui/react/macro";
import { REACTIONS } from "@heliogram/shared/reactions.ts";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState, type KeyboardEvent } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { classes } from "../../ui/classes.ts";
import { AnchoredPopover } from "../../ui/overlays/popover.tsx";
import type { OpenReactionPicker } from "./use-reaction-picker.ts";

/** Columns of the grid, so that it fits the narrowest phone. */
const COLUMNS = 7;

interface ReactionPickerProps {
  readonly open: boolean;
  readonly picked: OpenReactionPicker | undefined;
  readonly onClose: () => void;
}

export function ReactionPicker({ open, picked, onClose }: ReactionPickerProps) {
  const { t } = useLingui();
  return (
    <AnchoredPopover label={t`React`} open={open} onClose={onClose} anchor={picked?.anchor}>
      {picked && <Grid picked={picked} onClose={onClose} />}
    </AnchoredPopover>
  );
}

interface GridProps {
  readonly picked: OpenReactionPicker;
  readonly onClose: () => void;
}

function Grid({ picked: { message }, onClose }: GridProps) {
  const { t } = useLingui();
  const { reactions } = useClient();
  const showErrorToast = useErrorToast();
  const { chat, message_id } = message;
  const allowed = useAvailableReactions(chat.id);
  const emojis: readonly string[] = allowed ? allowed.map(({ emoji }) => emoji) : REACTIONS;
  const chosen = useClientState(
    ({ histories }) => histories[chat.id]?.messages.find((each) => each.message_id === message_id)?.chosen_reactions,
  );
  const [active, setActive] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = indexAfter(event, active, emojis.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
    grid.current?.querySelectorAll("button")[next]?.focus();
  };
  if (emojis.length === 0) return <p className="max-w-72 p-4 text-soft">{t`This chat has no reactions.`}</p>;
  return (
    <div
      ref={grid}
      role="group"
      aria-label={t`Reactions`}
      className="grid max-h-[min(16rem,var(--available-height)-2px)] w-[min(18.25rem,100vw-1rem-2px)] grid-cols-7 overflow-y-auto overscroll-contain p-1.5 pointer-coarse:w-[min(20.75rem,100vw-1rem-2px)]"
      onKeyDown={onKeyDown}
    >
      {emojis.map((emoji, at) => (
        <button
          key={emoji}
          type="button"
          tabIndex={at === active ? 0 : -1}
          aria-pressed={chosen?.includes(emoji) ?? false}
          className={classes(
            "grid h-10 w-full place-items-center rounded-lg text-2xl outline-offset-[-2px] hover:bg-hover",
            chosen?.includes(emoji) && "bg-selected",
          )}
          onFocus={() => setActive(at)}
          onClick={() => {
            reactions.toggle(message, emoji).catch(showErrorToast);
            onClose();
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}

/** The reactions of the chat; all while they are not known. */
function useAvailableReactions(chat_id: number) {
  const { api } = useClient();
  const info = useQuery({
    queryKey: ["chat", chat_id, "info"],
    queryFn: () => api.call("getChat", { chat_id }),
    staleTime: 0,
  });
  return info.data?.available_reactions;
}

function indexAfter({ key, currentTarget }: KeyboardEvent<HTMLElement>, at: number, count: number): number | undefined {
  const isReversed = getComputedStyle(currentTarget).direction === "rtl";
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: isReversed ? -1 : 1,
    ArrowLeft: isReversed ? 1 : -1,
    ArrowDown: COLUMNS,
    ArrowUp: -COLUMNS,
    Home: -at,
    End: count - 1 - at,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, at + step));
}
