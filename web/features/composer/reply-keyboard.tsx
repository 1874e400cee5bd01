/**
 * The reply keyboard of a bot. A button sends its text, or asks for the user's phone number or location, for users or for a
 * chat.
 */
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, LayoutGrid, MapPin, Phone, User, Users } from "lucide-react";
import { useState } from "react";
import type { ReplyKeyboardMarkup } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { usePlace } from "../../core/client/use-place.ts";
import { BUTTON_COLOURS, isUnsupported } from "../../core/model/messages/buttons.ts";
import { activeKeyboard } from "../../core/model/messages/reply-keyboard.ts";
import { useSendDisabledReasons } from "../rights/use-send-disabled-reasons.ts";
import type { ChatDetails } from "../../core/store/state.ts";
import { IconButton } from "../../ui/buttons/button.tsx";
import { classes } from "../../ui/classes.ts";
import { DisabledReason } from "../../ui/buttons/disabled-reason.tsx";
import { lateOverlay } from "../../ui/late-component.tsx";
import { ShareDialog, type KeyboardRequest } from "./share-dialog.tsx";
import type { ShareRequest } from "./share-picker.tsx";
import { useLastKeyboardMessage } from "./use-last-keyboard-message.ts";

const SharePicker = lateOverlay(async () => (await import("./share-picker.tsx")).SharePicker);

export function ReplyKeyboard({ row }: { readonly row: ChatDetails }) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const place = usePlace(row.chat.id);
  const [request, setRequest] = useState<KeyboardRequest>();
  const [picking, setPicking] = useState<ShareRequest>();
  const offered = activeKeyboard(useLastKeyboardMessage(row.chat.id));
  /** The id of the message whose keyboard the user has hidden. */
  const [hiddenId, setHiddenId] = useState<number>();
  if (!offered) return null;
  const { message_id, markup } = offered;
  if (hiddenId === message_id) {
    return (
      <IconButton label={t`Show the keyboard`} className="mb-2 self-end" onClick={() => setHiddenId(undefined)}>
        <LayoutGrid aria-hidden className="size-5" />
      </IconButton>
    );
  }
  const afterSend = () => {
    if (markup.one_time_keyboard) setHiddenId(message_id);
  };
  const closeDialogs = () => {
    setRequest(undefined);
    setPicking(undefined);
  };
  const press = (button: KeyboardButton) => {
    const kind = kindOfButton(button);
    if (kind === "users") return setPicking({ message_id, users: button.request_users! });
    if (kind === "chat") return setPicking({ message_id, chat: button.request_chat! });
    if (kind !== "text") return setRequest({ kind, message_id });
    // A blank button fills a cell. A message of blanks would be refused.
    if (button.text.trim() === "") return;
    outbox.send(place, { text: button.text });
    afterSend();
  };
  return (
    <div
      role="group"
      aria-label={t`Keyboard of the bot`}
      className="flex max-h-[30vh] items-start gap-1 overflow-y-auto pb-2"
    >
      <Keys row={row} markup={markup} onPress={press} />
      <IconButton label={t`Hide the keyboard`} onClick={() => setHiddenId(message_id)}>
        <ChevronDown aria-hidden className="size-5" />
      </IconButton>
      <Dialogs
        row={row}
        request={request}
        picking={picking}
        onClose={closeDialogs}
        onSent={() => {
          closeDialogs();
          afterSend();
        }}
      />
    </div>
  );
}

interface DialogsProps {
  readonly row: ChatDetails;
  readonly request: KeyboardRequest | undefined;
  readonly picking: ShareRequest | undefined;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

function Dialogs({ request, picking, ...common }: DialogsProps) {
  return (
    <>
      <ShareDialog request={request} {...common} />
      <SharePicker open={picking !== undefined} request={picking} {...common} />
    </>
  );
}

interface KeysProps {
  readonly row: ChatDetails;
  readonly markup: ReplyKeyboardMarkup;
  readonly onPress: (button: KeyboardButton) => void;
}

function Keys({ row, markup, onPress }: KeysProps) {
  const { kind: disabledReason } = useSendDisabledReasons(row);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {markup.keyboard.map((buttons, y) => (
        <div key={y} className="flex gap-1">
          {buttons.map((button, x) => (
            <KeyButton
              key={x}
              button={button}
              low={markup.resize_keyboard === true}
              reason={disabledReason(kindSentBy(button))}
              onPress={() => onPress(button)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type KeyboardButton = ReplyKeyboardMarkup["keyboard"][number][number];

/** What a button sends or asks for. */
function kindOfButton(button: KeyboardButton): "text" | "users" | "chat" | KeyboardRequest["kind"] {
  if (button.request_contact) return "contact";
  if (button.request_location) return "location";
  if (button.request_users) return "users";
  return button.request_chat ? "chat" : "text";
}

/** The kind of message whose refusal holds for a button. What is shared needs what a text needs. */
function kindSentBy(button: KeyboardButton): "text" | KeyboardRequest["kind"] {
  const kind = kindOfButton(button);
  return kind === "users" || kind === "chat" ? "text" : kind;
}

interface KeyButtonProps {
  readonly button: KeyboardButton;
  readonly low: boolean;
  readonly reason: string | undefined;
  readonly onPress: () => void;
}

const PLAIN = "bg-hover hover:bg-selected";
const REFUSED = "bg-hover text-soft";

function KeyButton({ button, low, reason, onPress }: KeyButtonProps) {
  const { t } = useLingui();
  const disabledReason = isUnsupported(button) ? t`Buttons of this kind do nothing here: they need Telegram.` : reason;
  const colours = disabledReason !== undefined ? REFUSED : button.style ? BUTTON_COLOURS[button.style] : PLAIN;
  const Icon = { text: undefined, contact: Phone, location: MapPin, users: User, chat: Users }[kindOfButton(button)];
  return (
    <DisabledReason reason={disabledReason}>
      {(disabledProps) => (
        <button
          type="button"
          onClick={disabledReason === undefined ? onPress : undefined}
          className={classes(
            "min-w-0 flex-1 break-words rounded-lg px-2 py-2 font-medium transition-colors",
            colours,
            low ? "min-h-10" : "min-h-14",
          )}
          // A blank button has no words of its own.
          aria-label={button.text.trim() === "" ? t`Button without text` : undefined}
          {...disabledProps}
        >
          {Icon && <Icon aria-hidden className="me-1.5 inline size-4" />}
          {button.text}
        </button>
      )}
    </DisabledReason>
  );
}
