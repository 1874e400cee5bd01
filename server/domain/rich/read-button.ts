/** Reads the buttons in the text of rich messages: they do what buttons of inline keyboards do. */
import {
  RICH_BUTTON_STYLES,
  type RichButton,
  type RichMessage,
  type RichText,
  type RichTextNode,
} from "@heliogram/shared/rich.ts";
import { buttonsInText, type ButtonInText } from "@heliogram/shared/rich-buttons.ts";
import type { UnsupportedButtonPolicy } from "../button-kinds.ts";
import { readInlineButton } from "../markup.ts";
import { objectOf } from "./raw-members.ts";
import { refuseRich } from "./rich-error.ts";

/** What becomes of kinds that exist in Telegram alone; `none` for senders who have no buttons. */
export type ButtonPolicy = UnsupportedButtonPolicy | "none";

const IN_TEXT: ReadonlySet<RichTextNode["type"]> = new Set(["custom_emoji", "date_time"]);

/** What reads the text of a button. */
interface TextReader {
  read(raw: unknown, depth: number): RichText;
}

/** @throws RichError */
export function readRichButton(value: unknown, policy: ButtonPolicy, texts: TextReader, depth: number): RichButton {
  if (policy === "none") return refuseRich("buttons can be sent by bots alone");
  const raw = objectOf(value, "a button");
  const text = texts.read(raw["text"] ?? "", depth);
  if (text === "") return refuseRich("a button has no text");
  if (!isPlain(text)) return refuseRich("the text of a button has formats");
  // The text is read here.
  const read = readInlineButton({ ...raw, text: "button", style: undefined }, policy);
  if (typeof read === "string") return refuseRich(read);
  const { text: _text, style: _style, icon_custom_emoji_id: _icon, ...action } = read;
  const style = RICH_BUTTON_STYLES.find((each) => each === raw["style"]);
  if (style === "link" && read.callback_data === undefined) {
    return refuseRich('the style "link" is allowed for callback buttons alone');
  }
  return { text, ...(style ? { style } : {}), ...action };
}

/** The buttons in the text of a message, from its blocks as JSON. */
export function richButtons(rich: unknown): readonly ButtonInText[] {
  return buttonsInText(rich);
}

/** Whether the message has a callback button with this `data`. */
export function hasRichCallback(rich: RichMessage | undefined, data: string): boolean {
  return rich !== undefined && richButtons(rich).some(({ callback_data }) => callback_data === data);
}

/**
 * The message with its callback buttons disabled: whoever copies or forwards it has not made them, and gets no presses
 * of them.
 */
export function withoutCallbacks(rich: RichMessage): RichMessage {
  return richButtons(rich).some((each) => "callback_data" in each) ? (disabled(rich) as RichMessage) : rich;
}

function isPlain(text: RichText): boolean {
  if (typeof text === "string") return true;
  if (isList(text)) return text.every(isPlain);
  return IN_TEXT.has(text.type) && (!("text" in text) || isPlain(text.text));
}

function disabled(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(disabled);
  const members = Object.entries(value).map(([name, each]) =>
    name === "callback_data" ? ["disabled", {}] : [name, disabled(each)],
  );
  const copy = Object.fromEntries(members) as Readonly<Record<string, unknown>>;
  // A style that callback buttons alone have.
  if (!("callback_data" in value) || copy["style"] !== "link") return copy;
  const { style: _style, ...rest } = copy;
  return rest;
}

function isList(text: RichText): text is readonly RichText[] {
  return Array.isArray(text);
}
