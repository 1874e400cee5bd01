/** The kinds of buttons that exist only in Telegram, and the styles that buttons of all kinds can have. */

/** Kinds of inline buttons whose action exists only in Telegram. */
export const UNSUPPORTED_INLINE_KINDS = [
  "login_url",
  "web_app",
  "switch_inline_query",
  "switch_inline_query_current_chat",
  "switch_inline_query_chosen_chat",
  "callback_game",
  "pay",
] as const;

/** Kinds of buttons of reply keyboards whose action exists only in Telegram. */
export const UNSUPPORTED_REPLY_KINDS = ["request_managed_bot", "request_poll", "web_app"] as const;

/** The colours of a button; without a style, it has the default colour. */
export const BUTTON_STYLES = ["primary", "success", "danger"] as const;
export type ButtonStyle = (typeof BUTTON_STYLES)[number];
