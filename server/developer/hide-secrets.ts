/** Removes credentials from what is recorded: a record is shown to whoever reads the log. */

import { hideTokens } from "../domain/hide-tokens.ts";

/** The bytes of one body that are kept. */
export const MAX_BODY = 64 * 1024;

/** Members of requests and responses whose values are credentials. */
const MEMBERS = "access_token|token|code|secret_token|password|old_password|new_password|invitation|reset";
/** The value may be cut at its end. */
const MEMBER = new RegExp(`"(${MEMBERS})":"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)`, "g");
/** The user name and password of an address. */
const USER_INFO = /(\/\/)[^\s"/@:]*:[^\s"/@]*@/g;
/** Links that carry an invitation or a reset code. */
const LINK_CODE = /(#|\/|\?|=)[A-Za-z0-9_-]{43,}(?=")/g;

/** A JSON text without credentials, cut to the size that is kept. */
export function shownJson(json: string): string {
  const shown = json.length > MAX_BODY ? json.slice(0, MAX_BODY) : json;
  const hidden = MAY_HAVE_SECRET.test(shown) ? shown.replaceAll(MEMBER, '"$1":"[secret]"') : shown;
  return hideTokens(hidden).replaceAll(USER_INFO, "$1[secret]@").replaceAll(LINK_CODE, "$1[secret]");
}

const MAY_HAVE_SECRET = new RegExp(`"(?:${MEMBERS})":"`);
