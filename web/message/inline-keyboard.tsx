/** The buttons under a bot's message: each waits for the bot's answer and shows it. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { InlineKeyboardButton, InlineKeyboardMarkup } from "@heliogram/shared/wire.ts";
import { Ban, Copy, ExternalLink } from "lucide-react";
import { useState } from "react";
import type { PressOutcome } from "../actions/presses.ts";
import { useClient, useClientState } from "../client/context.tsx";
import { BUTTON_COLOURS, isAbsentKind } from "../model/buttons.ts";
import { pressName } from "../model/presses.ts";
import { safeLink } from "../model/text.ts";
import { Alert } from "../ui/alert.tsx";
import { classes } from "../ui/classes.ts";
import { useCopy } from "../ui/copying.tsx";
import { useReach } from "../ui/reach.ts";
import { Spinner } from "../ui/spinner.tsx";
import { Why } from "../ui/why.tsx";
import { useComplain } from "../rights/use-sentence.ts";
import { useNotice } from "../ui/toasts.tsx";

interface InlineKeyboardProps {
  readonly chat_id: number;
  readonly message_id: number;
  readonly markup: InlineKeyboardMarkup;
}

/** As wide as the longest word, which is broken only where it is wider than the message: before that, a row becomes two. */
const LOOK =
  "relative flex min-h-10 max-w-full flex-1 items-center justify-center rounded-xl px-3 py-2 text-sm font-medium shadow-xs shadow-shade transition-colors";
const PLAIN = "bg-theirs text-accent hover:bg-selected";
const ABSENT = "bg-theirs text-soft";

function lookOf({ style }: InlineKeyboardButton): string {
  return classes(LOOK, style ? BUTTON_COLOURS[style] : PLAIN);
}

export function InlineKeyboard({ chat_id, message_id, markup }: InlineKeyboardProps) {
  const { t } = useLingui();
  const notify = useNotice();
  const complain = useComplain();
  const [alert, setAlert] = useState<string>();

  function show(outcome: PressOutcome | undefined) {
    if (!outcome) return;
    if (outcome.kind === "silent") notify(t`The bot has not answered.`);
    else if (outcome.kind === "refused") complain(outcome.error);
    else {
      const { text, show_alert, url } = outcome.answer;
      const href = url === undefined ? undefined : safeLink(url);
      if (href !== undefined) window.open(href, "_blank", "noopener,noreferrer");
      if (text === "") return;
      if (show_alert) setAlert(text);
      else notify(text);
    }
  }

  return (
    <div role="group" aria-label={t`Buttons`} className="mt-1 flex w-full flex-col gap-1">
      {markup.inline_keyboard.map((row, y) => (
        <div key={y} className="flex flex-wrap gap-1">
          {row.map((button, x) => (
            <KeyboardButton key={x} place={{ chat_id, message_id }} button={button} onOutcome={show} />
          ))}
        </div>
      ))}
      <Alert
        open={alert !== undefined}
        onClose={() => setAlert(undefined)}
        title={t`Answer of the bot`}
        close={t`Close`}
      >
        {alert}
      </Alert>
    </div>
  );
}

interface KeyboardButtonProps {
  readonly place: { readonly chat_id: number; readonly message_id: number };
  readonly button: InlineKeyboardButton;
  readonly onOutcome: (outcome: PressOutcome | undefined) => void;
}

function KeyboardButton({ place, button, onOutcome }: KeyboardButtonProps) {
  const { presses } = useClient();
  const reach = useReach();
  const { text, url, copy_text, callback_data = "" } = button;
  const look = lookOf(button);
  const waits = useClientState((state) => state.presses.has(pressName(place.chat_id, place.message_id, callback_data)));
  if (isAbsentKind(button)) return <AbsentButton text={text} />;
  if (url !== undefined) {
    return (
      <a href={safeLink(url)} target="_blank" rel="noopener noreferrer nofollow" tabIndex={reach} className={look}>
        <span className="min-w-0">{text}</span>
        <ExternalLink aria-hidden className="absolute end-1.5 top-1.5 size-3" />
      </a>
    );
  }
  if (copy_text) return <CopyButton text={text} words={copy_text.text} look={look} />;
  return (
    <button
      type="button"
      tabIndex={reach}
      className={look}
      aria-busy={waits}
      onClick={() => void presses.press({ ...place, callback_data }).then(onOutcome)}
    >
      <span className="min-w-0">{text}</span>
      {waits && (
        <span role="status" className="absolute end-2">
          <Spinner className="size-4" />
          <span className="sr-only">
            <Trans>Waiting for the bot</Trans>
          </span>
        </span>
      )}
    </button>
  );
}

/** A button of a kind that the service does not have: it stays where it is, and says why it does nothing. */
function AbsentButton({ text }: { readonly text: string }) {
  const { t } = useLingui();
  const reach = useReach();
  return (
    <Why reason={t`Buttons of this kind do nothing here: they need Telegram.`}>
      {(why) => (
        <button type="button" tabIndex={reach} className={classes(LOOK, ABSENT)} {...why}>
          <span className="min-w-0">{text}</span>
          <Ban aria-hidden className="absolute end-1.5 top-1.5 size-3" />
        </button>
      )}
    </Why>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly look: string;
  /** What is copied: perhaps a secret, so it is shown nowhere. */
  readonly words: string;
}

function CopyButton({ text, words, look }: CopyButtonProps) {
  const { t } = useLingui();
  const reach = useReach();
  const copy = useCopy();
  return (
    <button
      type="button"
      tabIndex={reach}
      className={look}
      onClick={() => void copy(words, t`Copied to the clipboard`)}
    >
      <span className="min-w-0">{text}</span>
      <Copy aria-hidden className="absolute end-1.5 top-1.5 size-3" />
    </button>
  );
}
