/** Parses the reply markup of a message: inline and reply keyboards, keyboard removal and forced replies. */
import { UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "@heliogram/shared/buttons.ts";
import { booleanOf } from "./boolean-words.ts";
import {
  readUnsupportedKind,
  readLook,
  type ButtonLook,
  type UnsupportedButtonPolicy,
  type UnsupportedButtonData,
} from "./button-kinds.ts";
import { readShareRequest, type ShareRequest } from "./share-requests.ts";
import { truncated } from "./text/portable.ts";

/** A button is of one of the kinds below, or of an unsupported kind. */
export interface InlineButton extends UnsupportedButtonData, ButtonLook {
  readonly text: string;
  readonly callback_data?: string;
  readonly url?: string;
  /** A press copies this text to the person's clipboard; the bot gets no update. */
  readonly copy_text?: { readonly text: string };
  /** The button does nothing. */
  readonly disabled?: Readonly<Record<string, never>>;
}

export interface InlineKeyboard {
  readonly inline_keyboard: readonly (readonly InlineButton[])[];
}

export interface ReplyButton extends UnsupportedButtonData, ButtonLook, ShareRequest {
  readonly text: string;
  readonly request_contact?: true;
  readonly request_location?: true;
}

export interface ReplyKeyboard {
  readonly keyboard: readonly (readonly ReplyButton[])[];
  readonly resize_keyboard?: true;
  readonly one_time_keyboard?: true;
  readonly is_persistent?: true;
  readonly input_field_placeholder?: string;
  readonly selective?: true;
}

export interface RemoveKeyboard {
  readonly remove_keyboard: true;
  readonly selective?: true;
}

export interface ForceReply {
  readonly force_reply: true;
  readonly input_field_placeholder?: string;
  readonly selective?: true;
}

export type ReplyMarkup = InlineKeyboard | ReplyKeyboard | RemoveKeyboard | ForceReply;

/** The largest number of buttons in the keyboard of one message (behaviour.md §4). */
const MAX_BUTTONS = 100;
/** Bytes of `callback_data` (behaviour.md §4). */
export const MAX_CALLBACK_BYTES = 64;
const MAX_BUTTON_TEXT = 256;
/** The longest text that a button can copy, in code points. */
const MAX_COPY_TEXT = 256;

type Raw = Readonly<Record<string, unknown>>;

const MARKUP_FLAGS = [
  "resize_keyboard",
  "one_time_keyboard",
  "is_persistent",
  "selective",
  "remove_keyboard",
  "force_reply",
];
const BUTTON_FLAGS = ["request_contact", "request_location"];

/** The parsed keyboard (`undefined` if it has no buttons), or an error sentence. */
export type MarkupRead = { readonly markup: ReplyMarkup | undefined } | { readonly error: string };

/**
 * Parses the `reply_markup` of a call.
 * Error sentences are the ones bots know (behaviour.md §1). `absent` says what becomes of buttons whose kind the
 * service does not have.
 */
export function readMarkup(value: unknown, policy: UnsupportedButtonPolicy): MarkupRead {
  if (!isObject(value)) return { error: "object expected as reply markup" };
  const fault = shapeFault(value, MARKUP_FLAGS, ["input_field_placeholder"]);
  if (fault !== undefined) return { error: `can't parse reply keyboard markup: ${fault}` };
  if (value.inline_keyboard !== undefined && value.inline_keyboard !== null)
    return readInline(value.inline_keyboard, policy);
  if (value.keyboard !== undefined && value.keyboard !== null) return readReply(value, policy);
  if (booleanOf(value.remove_keyboard) === true)
    return { markup: { remove_keyboard: true, ...flag(value, "selective") } };
  if (booleanOf(value.force_reply) === true) {
    return { markup: { force_reply: true, ...placeholder(value), ...flag(value, "selective") } };
  }
  return { markup: undefined };
}

export function isInline(markup: ReplyMarkup | undefined): markup is InlineKeyboard {
  return markup !== undefined && "inline_keyboard" in markup;
}

/** Whether the keyboard has a callback button with this `data`. */
export function hasCallback(markup: ReplyMarkup | undefined, data: string): boolean {
  return isInline(markup) && markup.inline_keyboard.some((row) => row.some((button) => button.callback_data === data));
}

function readInline(rows: unknown, policy: UnsupportedButtonPolicy): MarkupRead {
  const shape = readRows(rows, "inline keyboard");
  if (typeof shape === "string") return { error: shape };
  const keyboard: InlineButton[][] = [];
  for (const row of shape) {
    const buttons: InlineButton[] = [];
    for (const raw of row) {
      const button = readInlineButton(raw, policy);
      if (typeof button === "string") return { error: button };
      buttons.push(button);
    }
    if (buttons.length > 0) keyboard.push(buttons);
  }
  return { markup: keyboard.length > 0 ? { inline_keyboard: keyboard } : undefined };
}

/** A button of an inline keyboard, or an error sentence. */
export function readInlineButton(raw: unknown, policy: UnsupportedButtonPolicy): InlineButton | string {
  if (!isObject(raw)) return "can't parse inline keyboard button: expected an object";
  const text = buttonText(raw);
  if (text === undefined) return 'can\'t parse inline keyboard button: field "text" must be a non-empty string';
  const fault = shapeFault(raw, [], ["callback_data", "url", "style", "icon_custom_emoji_id"]);
  if (fault !== undefined) return `can't parse inline keyboard button: ${fault}`;
  const look = readLook(raw);
  if (isObject(raw.disabled)) return { text, ...look, disabled: {} };
  if (typeof raw.url === "string" && raw.url !== "") {
    const url = readUrl(raw.url);
    return url
      ? { text, ...look, url }
      : `inline keyboard button URL '${truncated(raw.url, 64)}' is invalid: Wrong HTTP URL`;
  }
  if (raw.callback_data === undefined || raw.callback_data === null) {
    const copied = raw.copy_text ?? undefined;
    if (copied !== undefined) return readCopyButton({ text, ...look }, isObject(copied) ? copied.text : undefined);
    const login = policy === "keep" ? readLoginButton({ text, ...look }, raw.login_url) : undefined;
    if (login !== undefined) return login;
    const data = readUnsupportedKind(raw, UNSUPPORTED_INLINE_KINDS, "inline keyboard", policy);
    if (data !== undefined) return typeof data === "string" ? data : { text, ...look, ...data };
    return "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard";
  }
  const data = String(raw.callback_data);
  const bytes = utf8Length(data);
  if (bytes < 1 || bytes > MAX_CALLBACK_BYTES) return "BUTTON_DATA_INVALID";
  return { text, ...look, callback_data: data };
}

/** Telegram shows a login button as one with its address, which it opens without the login, too. */
function readLoginButton(button: InlineButton, login: unknown): InlineButton | string | undefined {
  if (login === undefined || login === null) return undefined;
  const address = isObject(login) ? login.url : undefined;
  if (typeof address !== "string") return "can't parse inline keyboard button: can't find field \"url\"";
  const url = readUrl(address);
  return url
    ? { ...button, url }
    : `inline keyboard button login URL '${truncated(address, 64)}' is invalid: Wrong HTTP URL`;
}

function readCopyButton(button: InlineButton, copied: unknown): InlineButton | string {
  const fits = typeof copied === "string" && copied !== "" && [...copied].length <= MAX_COPY_TEXT;
  if (fits) return { ...button, copy_text: { text: copied } };
  return `can't parse inline keyboard button: field "copy_text" must hold a text of 1 to ${MAX_COPY_TEXT} characters`;
}

function readReply(value: Raw, policy: UnsupportedButtonPolicy): MarkupRead {
  const shape = readRows(value.keyboard, "keyboard");
  if (typeof shape === "string") return { error: shape };
  const keyboard: ReplyButton[][] = [];
  for (const row of shape) {
    const buttons: ReplyButton[] = [];
    for (const raw of row) {
      const button = readReplyButton(raw, policy);
      if (typeof button === "string") return { error: button };
      buttons.push(button);
    }
    if (buttons.length > 0) keyboard.push(buttons);
  }
  if (keyboard.length === 0) return { markup: undefined };
  const flags = {
    ...flag(value, "resize_keyboard"),
    ...flag(value, "one_time_keyboard"),
    ...flag(value, "is_persistent"),
  };
  return { markup: { keyboard, ...flags, ...placeholder(value), ...flag(value, "selective") } };
}

function readReplyButton(raw: unknown, policy: UnsupportedButtonPolicy): ReplyButton | string {
  const text = typeof raw === "string" ? truncated(raw, MAX_BUTTON_TEXT) : isObject(raw) ? buttonText(raw) : undefined;
  if (!text) return 'can\'t parse keyboard button: field "text" must be a non-empty string';
  if (!isObject(raw)) return { text };
  const fault = shapeFault(raw, BUTTON_FLAGS, ["style", "icon_custom_emoji_id"]);
  if (fault !== undefined) return `can't parse keyboard button: ${fault}`;
  const request = readShareRequest(raw);
  if (typeof request === "string") return `can't parse keyboard button: ${request}`;
  const data = readUnsupportedKind(raw, UNSUPPORTED_REPLY_KINDS, "keyboard", policy);
  if (typeof data === "string") return data;
  const flags = { ...flag(raw, "request_contact"), ...flag(raw, "request_location") };
  return { text, ...readLook(raw), ...flags, ...request, ...data };
}

/** The rows of buttons, or an error sentence if they are not an array of arrays. */
function readRows(rows: unknown, what: string): unknown[][] | string {
  if (!Array.isArray(rows)) return `can't parse ${what}: expected an array of rows`;
  let buttons = 0;
  for (const row of rows) {
    if (!Array.isArray(row)) return `can't parse ${what}: every row must be an array of buttons`;
    buttons += row.length;
  }
  return buttons > MAX_BUTTONS
    ? `reply markup is too long: at most ${MAX_BUTTONS} buttons are allowed`
    : (rows as unknown[][]);
}

function buttonText(raw: Raw): string | undefined {
  const text = typeof raw.text === "number" ? String(raw.text) : raw.text;
  return typeof text === "string" && text !== "" ? truncated(text, MAX_BUTTON_TEXT) : undefined;
}

/** An address that a button may open: http(s), or a link to an account of this service. */
export function readUrl(url: string): string | undefined {
  const trimmed = url.trim();
  if (/^(https?|tg|heliogram):\/\/[^\s]+$/i.test(trimmed)) return trimmed;
  return /^[\w-]+(\.[\w-]+)+([/?#][^\s]*)?$/.test(trimmed) ? `http://${trimmed}` : undefined;
}

function flag<K extends string>(raw: Raw, name: K): { [key in K]?: true } {
  return (booleanOf(raw[name]) === true ? { [name]: true } : {}) as { [key in K]?: true };
}

/** The sentence about a member that is no Boolean or no text; `null` and the empty text count as omitted. */
function shapeFault(raw: Raw, flags: readonly string[], texts: readonly string[]): string | undefined {
  const isGiven = (name: string) => raw[name] !== undefined && raw[name] !== null && raw[name] !== "";
  const flag_fault = flags.find((name) => isGiven(name) && booleanOf(raw[name]) === undefined);
  if (flag_fault !== undefined) return `field "${flag_fault}" must be true or false`;
  const text_fault = texts.find((name) => isGiven(name) && typeof raw[name] === "object");
  return text_fault === undefined ? undefined : `field "${text_fault}" must be a text`;
}

function placeholder(raw: Raw): { input_field_placeholder?: string } {
  const text = raw.input_field_placeholder;
  return typeof text === "string" && text !== "" ? { input_field_placeholder: truncated(text, 64) } : {};
}

function isObject(value: unknown): value is Raw {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
