/** Removes credentials from what is recorded: a record is shown to whoever reads the log. */

/** The bytes of one body that are kept. */
export const MAX_BODY = 64 * 1024;

/** Members of requests and responses whose values are credentials. */
const MEMBERS = "access_token|token|code|secret_token|password|old_password|new_password|invitation|reset";
const MEMBER = new RegExp(`"(${MEMBERS})":"(?:[^"\\\\]|\\\\.)*"`, "g");
/** Bot tokens in any text, such as a message of the assistant. */
const TOKEN = /\b\d{1,16}:[A-Za-z0-9_-]{35,}/g;
/** Links that carry an invitation or a reset code. */
const LINK_CODE = /(#|\/|\?|=)[A-Za-z0-9_-]{43,}(?=")/g;

/** A JSON text without credentials, cut to the size that is kept. */
export function shownJson(json: string): string {
  const shown = json.length > MAX_BODY ? json.slice(0, MAX_BODY) : json;
  const hidden = MAY_HAVE_SECRET.test(shown) ? shown.replaceAll(MEMBER, '"$1":"[secret]"') : shown;
  return hideTokens(hidden).replaceAll(LINK_CODE, "$1[secret]");
}

/** A text without bot tokens. */
export function hideTokens(text: string): string {
  return text.replaceAll(TOKEN, "[secret]");
}

const MAY_HAVE_SECRET = new RegExp(`"(?:${MEMBERS})":"`);
