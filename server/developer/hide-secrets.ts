/** Removes credentials from what is recorded: a record is shown to whoever reads the log. */

import { HIDDEN, hideCredentials, hideTokens } from "../domain/hide-tokens.ts";

/** The bytes of one body that are kept. */
export const MAX_BODY = 64 * 1024;

/** Members of requests and responses whose values are credentials. */
const MEMBERS = [
  ...[
    "access_token",
    "token",
    "code",
    "secret_token",
    "password",
    "old_password",
    "new_password",
    "invitation",
    "reset",
  ],
  // Of sign-ins and of what they are made with, and of devices that get pushes.
  ...["challenge", "enrolment", "setup", "secret", "claim", "signature", "auth", "endpoint"],
].join("|");
/** The value may be cut at its end. */
const MEMBER = new RegExp(`"(${MEMBERS})":"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)`, "g");
/** A list of codes. It has no brackets inside, and may be cut at its end. */
const CODES = /("recovery_codes":\[)[^\]]+/g;
/** In the address that an authenticator app takes. */
const APP_SECRET = /(otpauth:[^"]*[?&]secret=)[A-Z2-7]+/g;
/** The user name and password of an address, either of which may be missing: a token often is a user name alone. */
const USER_INFO = /(\/\/)[^\s"/?#]+@/g;
/** Links that carry the code of an invitation, of a link into a chat or of a reset, wherever they are in a text. */
const LINK_CODE = /((?:\/|%2F)(?:invite|join|reset)(?:\/|%2F))[A-Za-z0-9_-]{6,}/gi;
/** Codes of invitations and resets under another path. */
const LONG_CODE = /(#|\/|\?|=)[A-Za-z0-9_-]{43,}(?=")/g;
/** A code in place of its link. */
const BARE_CODE = /("invite_link":")[A-Za-z0-9_-]{16,}(?=")/g;
/** The address in the parameters and responses of the methods about webhooks. */
const ADDRESS = /("url":")((?:[^"\\]|\\.)*)/g;

/** A JSON text without credentials, cut to the size that is kept. */
export function shownJson(json: string): string {
  const shown = json.length > MAX_BODY ? json.slice(0, MAX_BODY) : json;
  const hidden = MAY_HAVE_SECRET.test(shown) ? shown.replaceAll(MEMBER, '"$1":"[secret]"') : shown;
  return hideTokens(hidden)
    .replaceAll(CODES, `$1"${HIDDEN}"`)
    .replaceAll(APP_SECRET, `$1${HIDDEN}`)
    .replaceAll(USER_INFO, `$1${HIDDEN}@`)
    .replaceAll(LINK_CODE, `$1${HIDDEN}`)
    .replaceAll(LONG_CODE, `$1${HIDDEN}`)
    .replaceAll(BARE_CODE, `$1${HIDDEN}`);
}

const MAY_HAVE_SECRET = new RegExp(`"(?:${MEMBERS})":"`);

/** The same for a call of a method. The query of a webhook's address is often its credential. */
export function shownJsonOf(method: string, json: string): string {
  const isAboutAddress = /^(?:set|get)webhook/i.test(method);
  return shownJson(isAboutAddress ? json.replaceAll(ADDRESS, (_all, name, url) => name + hideCredentials(url)) : json);
}
