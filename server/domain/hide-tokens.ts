/** Removes bot tokens and other credentials from texts that are shown. */

/** Bot tokens in any text, such as a message of the assistant. A colon in a URL may be encoded. */
const TOKEN = /\b\d{1,16}(?::|%3a)[A-Za-z0-9_-]{35,}/gi;

/** What stands in place of a credential. */
export const HIDDEN = "[secret]";

/** Whether a text was copied from where its credentials are hidden. */
export function hasHidden(text: string): boolean {
  return text.includes(HIDDEN);
}

/** A text without bot tokens. */
export function hideTokens(text: string): string {
  return text.replaceAll(TOKEN, HIDDEN);
}

/** User name and password of a URL. Parsers pass over missing, further and reversed slashes, and a missing scheme. */
const USER_INFO = /^([^:/?#@]*:[/\\]+)?[^/?#]*@/;

/** A URL without user name and password. */
export function hideUserInfo(url: string): string {
  return url.replace(USER_INFO, `$1${HIDDEN}@`);
}

/** A URL without bot tokens, without user name and password, and without the values of its query. */
export function hideCredentials(url: string): string {
  return hideUserInfo(hideTokens(url)).replace(/\?.*/s, (query) => query.replaceAll(/=[^&#]*/g, `=${HIDDEN}`));
}
