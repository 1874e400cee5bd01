/** Buttons of a bot in the text of its message, and in rows between its blocks. */
import { useLingui } from "@lingui/react/macro";
import type { RichButton as Button, RichButtons } from "@heliogram/shared/rich.ts";
import type { InlineKeyboardButton } from "@heliogram/shared/wire.ts";
import { charactersOf } from "@heliogram/shared/rich-characters.ts";
import { classes } from "../../../ui/classes.ts";
import { BUTTON_CLASSES, coloursOf, KeyboardButton, useOutcomes, type OnOutcome } from "../inline-keyboard.tsx";
import { LINK_CLASSES } from "../text-body.tsx";
import { useRichMessage } from "./rich-context.ts";

/** Without the width of a column, which buttons in a keyboard have. */
const IN_ROW = "min-w-24 flex-none";
const IN_TEXT = "relative mx-0.5 inline-flex items-center rounded-lg px-2 py-0.5 text-sm font-medium align-baseline";
/** For the sign that stands in a corner. */
const WITH_SIGN = "pe-6";
/** They stand on the colour of the message, of which buttons below it are. */
const COLOURS = { plain: "bg-shade text-accent hover:bg-selected", dead: "bg-shade text-soft" } as const;
const ALIGNMENTS = { left: "justify-start", center: "justify-center", right: "justify-end" } as const;

export function RichButtonRow({ row: { buttons, align } }: { readonly row: RichButtons }) {
  const { t } = useLingui();
  const { show, alert } = useOutcomes();
  return (
    <div role="group" aria-label={t`Buttons`} className={classes("flex flex-wrap gap-1", align && ALIGNMENTS[align])}>
      {buttons.map((button, index) => (
        <Pressable key={index} button={button} className={classes(BUTTON_CLASSES, align && IN_ROW)} onOutcome={show} />
      ))}
      {alert}
    </div>
  );
}

export function RichButtonInText({ button }: { readonly button: Button }) {
  const { show, alert } = useOutcomes();
  return (
    <>
      <Pressable
        button={button}
        className={classes(IN_TEXT, button.callback_data === undefined && WITH_SIGN)}
        onOutcome={show}
      />
      {alert}
    </>
  );
}

interface PressableProps {
  readonly button: Button;
  readonly className: string;
  readonly onOutcome: OnOutcome;
}

function Pressable({ button, className, onOutcome }: PressableProps) {
  const { chat, message_id } = useRichMessage();
  const { style, text, ...action } = button;
  const isLink = style === "link";
  const shown: InlineKeyboardButton = { ...action, text: charactersOf(text), ...(style && !isLink ? { style } : {}) };
  return (
    <KeyboardButton
      messageIds={{ chat_id: chat.id, message_id }}
      button={shown}
      className={isLink ? classes("relative", LINK_CLASSES) : classes(className, coloursOf(shown, COLOURS))}
      onOutcome={onOutcome}
    />
  );
}
