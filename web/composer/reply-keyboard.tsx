/** The keyboard that a bot offers in place of one's own words: a press sends the words of the button, or asks for what it wants. */
import { useLingui } from "@lingui/react/macro";
import { ChevronDown, LayoutGrid, MapPin, Phone } from "lucide-react";
import { useState } from "react";
import type { ReplyKeyboardMarkup } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { BUTTON_COLOURS, isAbsentKind } from "../model/buttons.ts";
import { offeredKeyboard } from "../model/reply-keyboard.ts";
import { useWhyNotSend } from "../rights/use-why-not-send.ts";
import type { ChatDetails } from "../store/state.ts";
import { IconButton } from "../ui/button.tsx";
import { classes } from "../ui/classes.ts";
import { Why } from "../ui/why.tsx";
import { AskDialog, type Question } from "./ask-dialogs.tsx";
import { useLastWord } from "./use-last-word.ts";

export function ReplyKeyboard({ row }: { readonly row: ChatDetails }) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const [question, setQuestion] = useState<Question>();
  const offered = offeredKeyboard(useLastWord(row.chat.id));
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
  const pressed = () => {
    if (markup.one_time_keyboard) setAway(message_id);
  };
  const press = (button: KeyboardButton) => {
    const kind = wanted(button);
    if (kind !== "text") return setQuestion({ kind, message_id });
    outbox.send(row.chat.id, { text: button.text });
    pressed();
  };
  return (
    <div
      role="group"
      aria-label={t`Keyboard of the bot`}
      className="flex max-h-[30vh] items-start gap-1 overflow-y-auto pb-2"
    >
      <Keys row={row} markup={markup} onPress={press} />
      <IconButton label={t`Hide the keyboard`} onClick={() => setAway(message_id)}>
        <ChevronDown aria-hidden className="size-5" />
      </IconButton>
      <AskDialog
        row={row}
        question={question}
        onClose={() => setQuestion(undefined)}
        onSent={() => {
          setQuestion(undefined);
          pressed();
        }}
      />
    </div>
  );
}

interface KeysProps {
  readonly row: ChatDetails;
  readonly markup: ReplyKeyboardMarkup;
  readonly onPress: (button: KeyboardButton) => void;
}

function Keys({ row, markup, onPress }: KeysProps) {
  const { kind: whyNot } = useWhyNotSend(row);
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      {markup.keyboard.map((buttons, y) => (
        <div key={y} className="flex gap-1">
          {buttons.map((button, x) => (
            <KeyButton
              key={x}
              button={button}
              low={markup.resize_keyboard === true}
              reason={whyNot(wanted(button))}
              onPress={() => onPress(button)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type KeyboardButton = ReplyKeyboardMarkup["keyboard"][number][number];

/** What a press sends. */
function wanted({ request_contact, request_location }: KeyboardButton): "text" | Question["kind"] {
  if (request_contact) return "contact";
  return request_location ? "location" : "text";
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
  const whyNot = isAbsentKind(button) ? t`Buttons of this kind do nothing here: they need Telegram.` : reason;
  const colours = whyNot !== undefined ? REFUSED : button.style ? BUTTON_COLOURS[button.style] : PLAIN;
  const Icon = { text: undefined, contact: Phone, location: MapPin }[wanted(button)];
  return (
    <Why reason={whyNot}>
      {(why) => (
        <button
          type="button"
          onClick={whyNot === undefined ? onPress : undefined}
          className={classes(
            "min-w-0 flex-1 break-words rounded-lg px-2 py-2 font-medium transition-colors",
            colours,
            low ? "min-h-10" : "min-h-14",
          )}
          {...why}
        >
          {Icon && <Icon aria-hidden className="me-1.5 inline size-4" />}
          {button.text}
        </button>
      )}
    </Why>
  );
}
