/** Reads buttons of the kinds that exist only in Telegram, and the style that buttons of all kinds can have. */
import {
  BUTTON_STYLES,
  type ButtonStyle,
  type UNSUPPORTED_INLINE_KINDS,
  type UNSUPPORTED_REPLY_KINDS,
} from "@heliogram/shared/buttons.ts";

type Kind = (typeof UNSUPPORTED_INLINE_KINDS)[number] | (typeof UNSUPPORTED_REPLY_KINDS)[number];

/** The field of an unsupported button that describes its action, as its bot sent it. */
export type UnsupportedButtonData = { readonly [K in Kind]?: object | string | true };

/** What to do with a button of an unsupported kind: refuse the message, or keep the button, which then does nothing. */
export type UnsupportedButtonPolicy = "refuse" | "keep";

/** The longest field that is stored of such a button, in characters of JSON. */
const MAX_DATA_CHARACTERS = 1024;

type Raw = Readonly<Record<string, unknown>>;

/** The unsupported kind of a button, or an error sentence; `undefined` if the button is of another kind. */
export function readUnsupportedKind(
  raw: Raw,
  kinds: readonly Kind[],
  what: string,
  policy: UnsupportedButtonPolicy,
): UnsupportedButtonData | string | undefined {
  const kind = kinds.find((each) => raw[each] !== undefined && raw[each] !== null && raw[each] !== false);
  if (kind === undefined) return undefined;
  if (policy === "refuse")
    return `can't parse ${what} button: buttons with "${kind}" are not available in this service`;
  const fits = JSON.stringify(raw[kind]).length <= MAX_DATA_CHARACTERS;
  return fits
    ? ({ [kind]: raw[kind] } as UnsupportedButtonData)
    : `can't parse ${what} button: field "${kind}" is too long`;
}

/** The colour of a button. Unknown styles are ignored. */
export function readStyle({ style }: Raw): { readonly style?: ButtonStyle } {
  const known = BUTTON_STYLES.find((each) => each === style);
  return known === undefined ? {} : { style: known };
}
