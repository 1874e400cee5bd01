/** Reads buttons of the kinds that exist only in Telegram, and the look that buttons of all kinds can have. */
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

/** The look of a button of any kind. */
export interface ButtonLook {
  readonly style?: ButtonStyle;
  /** Returned as it was sent: the service has no custom emoji. */
  readonly icon_custom_emoji_id?: string;
}

/** The longest id of a custom emoji, in characters. Telegram's are 64-bit numbers. */
const MAX_ICON_ID = 64;

/** The look of a button. Unknown styles and wrong ids are ignored. */
export function readLook({ style, icon_custom_emoji_id }: Raw): ButtonLook {
  const known = BUTTON_STYLES.find((each) => each === style);
  const icon = typeof icon_custom_emoji_id === "number" ? String(icon_custom_emoji_id) : icon_custom_emoji_id;
  const isIcon = typeof icon === "string" && icon !== "" && icon.length <= MAX_ICON_ID;
  return { ...(known === undefined ? {} : { style: known }), ...(isIcon ? { icon_custom_emoji_id: icon } : {}) };
}
