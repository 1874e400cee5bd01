/** Kinds of buttons that Telegram has and this service does not, and what buttons of all kinds have in common. */

export type ButtonStyle = "primary" | "success" | "danger";

/** What a press of such a button would do exists only in Telegram. */
export const ABSENT_INLINE_KINDS = [
  "login_url",
  "web_app",
  "disabled_button",
  "switch_inline_query",
  "switch_inline_query_current_chat",
  "switch_inline_query_chosen_chat",
  "callback_game",
  "pay",
] as const;

export const ABSENT_REPLY_KINDS = [
  "request_users",
  "request_chat",
  "request_managed_bot",
  "request_poll",
  "web_app",
] as const;

type Kind = (typeof ABSENT_INLINE_KINDS)[number] | (typeof ABSENT_REPLY_KINDS)[number];

/** The part of a button that says what it would do, as its bot sent it. */
export type AbsentPart = { readonly [K in Kind]?: object | string | true };

/** What to do with a button of such a kind: refuse the message, or keep the button, which does nothing. */
export type AbsentKinds = "refuse" | "keep";

/** Characters of JSON that are kept of such a button. */
const MAX_ABSENT_PART = 1024;

type Raw = Readonly<Record<string, unknown>>;

/** The absent kind of a button, or what is wrong with it; `undefined` for a button of no such kind. */
export function readAbsentKind(
  raw: Raw,
  kinds: readonly Kind[],
  what: string,
  policy: AbsentKinds,
): AbsentPart | string | undefined {
  const kind = kinds.find((each) => raw[each] !== undefined && raw[each] !== null && raw[each] !== false);
  if (kind === undefined) return undefined;
  if (policy === "refuse")
    return `can't parse ${what} button: buttons with "${kind}" are not available in this service`;
  const fits = JSON.stringify(raw[kind]).length <= MAX_ABSENT_PART;
  return fits ? ({ [kind]: raw[kind] } as AbsentPart) : `can't parse ${what} button: field "${kind}" is too long`;
}

/** The colour of a button; words that are no style are passed over. */
export function readStyle({ style }: Raw): { readonly style?: ButtonStyle } {
  return style === "primary" || style === "success" || style === "danger" ? { style } : {};
}
