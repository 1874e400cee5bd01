/** Dialects: every difference between the native bot API and what unmodified Telegram bots expect, in one table. */
import type { Account, Dialect } from "../../domain/accounts.ts";
import { REFUSALS, type Refusal, type RefusalError } from "../../domain/refusals.ts";
import { unsupportedMethod } from "./unsupported-methods.ts";
import { NATIVE_READ_OPTIONS, type AlbumKind, type ReadOptions } from "./fields.ts";
import type { Method } from "./method.ts";
import { privateChatText } from "./private-chat-texts.ts";

interface Traits extends ReadOptions {
  /** The code of a refusal, where it differs from the refusal's own. */
  readonly code: (refusal: Refusal) => number | undefined;
  /** Whether getMe includes the bot's capabilities. */
  readonly capabilities: boolean;
  /** Whether methods that send media accept GET with a file_id. */
  readonly mediaByGet: boolean;
  /** Parameters whose absence means "". */
  readonly emptyWhenAbsent: readonly string[];
  /** Whether every administrator is shown with `can_manage_chat`, or those to whom it was granted. */
  readonly showsImpliedRights: boolean;
  /** Whether a custom title may contain emoji. */
  readonly emojiInTitles: boolean;
  /** The words of a refusal where they differ from the refusal's own. */
  readonly wording: (method: string, error: RefusalError) => string | undefined;
  /** The description of 401 for a token that cannot be one by its form. */
  readonly malformedToken: string;
  /** What follows "Not Found: " for a method that does not exist; "" for nothing. `method` is in lower case. */
  readonly noSuchMethod: (method: string) => string;
}

const ALBUM_KINDS: readonly AlbumKind[] = ["photo", "video", "audio", "document"];

const UNAUTHORIZED = REFUSALS.UNAUTHORIZED.text;
const WRONG_TYPE: ReadonlySet<Refusal> = new Set(["GROUPS_AND_CHANNELS_ONLY", "SUPERGROUPS_ONLY"]);
/** Telegram's check of a token before it is looked up. */
const TOKEN_FORM = /^(?=.{1,80}$)[1-9]\d*:/;

/** Bots look for these words to find out that they must do without a method. */
const METHOD_NOT_FOUND = "method not found";

const TRAITS: Readonly<Record<Dialect, Traits>> = {
  native: {
    code: () => undefined,
    capabilities: false,
    mediaByGet: false,
    emptyWhenAbsent: [],
    showsImpliedRights: false,
    emojiInTitles: true,
    wording: () => undefined,
    malformedToken: UNAUTHORIZED,
    ...NATIVE_READ_OPTIONS,
    noSuchMethod: (method) => missingMethod(method) ?? METHOD_NOT_FOUND,
  },
  telegram: {
    code: (refusal) => (REFUSALS[refusal].code === 404 || refusal === "EDIT_FORBIDDEN" ? 400 : undefined),
    capabilities: true,
    mediaByGet: true,
    emptyWhenAbsent: ["custom_title"],
    showsImpliedRights: true,
    emojiInTitles: false,
    unsupportedButtons: "keep",
    fractions: "cut",
    malformedUpdateKinds: "omit",
    albumKinds: ALBUM_KINDS,
    permissions: "as in Telegram",
    errors: "as in Telegram",
    wording: (method, { refusal, detail }) =>
      WRONG_TYPE.has(refusal) && detail === "private" ? privateChatText(method) : undefined,
    malformedToken: `${UNAUTHORIZED}: invalid token specified`,
    // Suites compare the answer to a name of no method with Telegram's own, "Not Found".
    noSuchMethod: (method) => missingMethod(method) ?? "",
  },
};

/** Of a method that Telegram has and this service does not. */
function missingMethod(method: string): string | undefined {
  const name = unsupportedMethod(method);
  return name === undefined ? undefined : `${METHOD_NOT_FOUND}: ${name} is not available in this service`;
}

/** The description of 401 for a token of no bot. `common` is the dialect of bots without one of their own. */
export function unauthorizedText(token: string, common: Dialect): string {
  return TOKEN_FORM.test(token) ? UNAUTHORIZED : TRAITS[common].malformedToken;
}

export function traitsOf(dialect: Dialect): Traits {
  return TRAITS[dialect];
}

/** The traits for an account. `common` is the dialect of bots without one of their own. */
export function traitsFor(account: Account & { readonly dialect?: Dialect | null }, common: Dialect): Traits {
  return TRAITS[account.is_bot ? (account.dialect ?? common) : "native"];
}

/**
 * A person's client sends back the keyboard of the post that it edits, including unsupported buttons, and sends albums
 * of all kinds.
 */
const OF_PEOPLE: ReadOptions = { ...NATIVE_READ_OPTIONS, unsupportedButtons: "keep", albumKinds: ALBUM_KINDS };

/** How the parameters of a caller are read. */
export function readOptionsOf(caller: Account | undefined, dialect: Dialect): ReadOptions {
  return caller?.is_bot === false ? OF_PEOPLE : TRAITS[dialect];
}

/**
 * The code with which a method answers a refusal in a dialect. A code that the method does not declare becomes 400
 * (behaviour.md §1: where no 404 is listed, what is not found is a bad request).
 */
export function codeOf(method: Method, refusal: Refusal, dialect: Dialect): number {
  const code = TRAITS[dialect].code(refusal) ?? REFUSALS[refusal].code;
  return (method.codes as readonly number[]).includes(code) ? code : 400;
}
