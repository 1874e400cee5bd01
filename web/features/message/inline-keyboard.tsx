/** The inline keyboard of a bot's message. A pressed button waits for the bot's answer and shows it. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { InlineKeyboardButton, InlineKeyboardMarkup } from "@heliogram/shared/wire.ts";
import { Ban, Copy, ExternalLink as ExternalLinkIcon } from "lucide-react";
import { useState, type ReactNode } from "react";
import type { CallbackOutcome } from "../../core/actions/callbacks.ts";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { BUTTON_COLOURS, isUnsupported } from "../../core/model/messages/buttons.ts";
import { callbackKey } from "../../core/model/messages/callback-key.ts";
import { safeLink } from "../../core/model/text/segments.ts";
import { Alert } from "../../ui/overlays/alert.tsx";
import { classes } from "../../ui/classes.ts";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { ExternalLink } from "../../ui/links/external-link.tsx";
import { useOpenLink } from "../../ui/links/link-provider.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { DisabledReason } from "../../ui/buttons/disabled-reason.tsx";
import { useErrorToast } from "../rights/use-error-message.ts";
import { useToast } from "../../ui/feedback/toasts.tsx";

interface InlineKeyboardProps {
  readonly chat_id: number;
  readonly message_id: number;
  readonly markup: InlineKeyboardMarkup;
}

/**
 * A button is at least as wide as its longest word, so that a row wraps before a word breaks. A word breaks only if it
 * is wider than the message.
 */
export const BUTTON_CLASSES =
  "relative flex min-h-10 max-w-full flex-1 items-center justify-center rounded-xl px-3 py-2 text-sm font-medium shadow-xs shadow-shade transition-colors";

/** The colours of buttons without a style, which fit what is behind them. */
interface GroundColours {
  readonly plain: string;
  /** Of a button that does nothing. */
  readonly dead: string;
}

const BELOW_MESSAGE: GroundColours = {
  plain: "bg-theirs text-accent hover:bg-selected",
  dead: "bg-theirs text-soft",
};

export function coloursOf(button: InlineKeyboardButton, { plain, dead }: GroundColours): string {
  if (button.disabled !== undefined || isUnsupported(button)) return dead;
  return button.style ? BUTTON_COLOURS[button.style] : plain;
}

export function InlineKeyboard({ chat_id, message_id, markup }: InlineKeyboardProps) {
  const { t } = useLingui();
  const { show, alert } = useOutcomes();
  return (
    <div role="group" aria-label={t`Buttons`} className="mt-1 flex w-full flex-col gap-1">
      {markup.inline_keyboard.map((row, y) => (
        <div key={y} className="flex flex-wrap gap-1">
          {row.map((button, x) => (
            <KeyboardButton
              key={x}
              messageIds={{ chat_id, message_id }}
              button={button}
              className={classes(BUTTON_CLASSES, coloursOf(button, BELOW_MESSAGE))}
              onOutcome={show}
            />
          ))}
        </div>
      ))}
      {alert}
    </div>
  );
}

export type OnOutcome = (outcome: CallbackOutcome | undefined) => void;

/** Shows the answers of bots to presses. The alert is to be rendered beside the buttons. */
export function useOutcomes(): { readonly show: OnOutcome; readonly alert: ReactNode } {
  const { t } = useLingui();
  const showToast = useToast();
  const showErrorToast = useErrorToast();
  const openLink = useOpenLink();
  const [alert, setAlert] = useState<string>();

  function show(outcome: CallbackOutcome | undefined) {
    if (!outcome) return;
    if (outcome.kind === "silent") showToast(t`The bot has not answered.`);
    else if (outcome.kind === "refused") showErrorToast(outcome.error);
    else {
      const { text, show_alert, url } = outcome.answer;
      const href = url === undefined ? undefined : safeLink(url);
      // Nothing was shown that says where it leads.
      if (href !== undefined) openLink(href, "");
      if (text === "") return;
      if (show_alert) setAlert(text);
      else showToast(text);
    }
  }

  return {
    show,
    alert: (
      <Alert
        open={alert !== undefined}
        onClose={() => setAlert(undefined)}
        title={t`Answer of the bot`}
        close={t`Close`}
      >
        {alert}
      </Alert>
    ),
  };
}

interface KeyboardButtonProps {
  readonly messageIds: { readonly chat_id: number; readonly message_id: number };
  readonly button: InlineKeyboardButton;
  readonly className: string;
  readonly onOutcome: OnOutcome;
}

/** A button that does what its bot has said. */
export function KeyboardButton({ messageIds, button, className, onOutcome }: KeyboardButtonProps) {
  const { t } = useLingui();
  const { callbacks } = useClient();
  const tabIndex = useTabIndex();
  const { text, url, copy_text, callback_data = "" } = button;
  const pending = useClientState((state) =>
    state.pending_callbacks.has(callbackKey(messageIds.chat_id, messageIds.message_id, callback_data)),
  );
  const reason = useDeadReason(messageIds.message_id, button);
  if (reason !== undefined) return <DeadButton text={text} className={className} reason={reason} />;
  if (url !== undefined) {
    return (
      <ExternalLink href={safeLink(url)} shown={text} tabIndex={tabIndex} className={className}>
        <span className="min-w-0">{text}</span>
        <ExternalLinkIcon aria-hidden className="absolute end-1.5 top-1.5 size-3" />
      </ExternalLink>
    );
  }
  if (copy_text) return <CopyButton text={text} textToCopy={copy_text.text} className={className} />;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={className}
      // A blank button, such as an empty cell of a calendar, has no words of its own.
      aria-label={text.trim() === "" ? t`Button without text` : undefined}
      aria-busy={pending}
      onClick={() => void callbacks.press({ ...messageIds, callback_data }).then(onOutcome)}
    >
      <span className="min-w-0">{text}</span>
      {pending && (
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

/** Why a button does nothing. */
function useDeadReason(message_id: number, button: InlineKeyboardButton): string | undefined {
  const { t } = useLingui();
  if (button.disabled) return t`The bot has disabled this button.`;
  if (isUnsupported(button)) return t`Buttons of this kind do nothing here: they need Telegram.`;
  return message_id === 0 ? t`The bot is still writing this message.` : undefined;
}

interface DeadButtonProps {
  readonly text: string;
  readonly className: string;
  readonly reason: string;
}

/** A button that its bot has disabled, or of a kind that the service does not support. It is shown, with the reason. */
function DeadButton({ text, className, reason }: DeadButtonProps) {
  const tabIndex = useTabIndex();
  return (
    <DisabledReason reason={reason}>
      {(disabledProps) => (
        <button type="button" tabIndex={tabIndex} className={className} {...disabledProps}>
          <span className="min-w-0">{text}</span>
          <Ban aria-hidden className="absolute end-1.5 top-1.5 size-3" />
        </button>
      )}
    </DisabledReason>
  );
}

interface CopyButtonProps {
  readonly text: string;
  readonly className: string;
  /** The text to copy. It may be a secret, so it is not displayed. */
  readonly textToCopy: string;
}

function CopyButton({ text, textToCopy, className }: CopyButtonProps) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const copy = useCopy();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className={className}
      onClick={() => void copy(textToCopy, t`Copied to the clipboard`)}
    >
      <span className="min-w-0">{text}</span>
      <Copy aria-hidden className="absolute end-1.5 top-1.5 size-3" />
    </button>
  );
}
