/** The target of a link: a URL, an account, a custom emoji or a time. */
import { dateTime } from "./date-time.ts";
import type { EntityMeaning } from "./entity.ts";

const MAX_USER_ID = /^\d{1,15}$/;
const CUSTOM_EMOJI_ID = /^[1-9]\d{0,19}$/;

/** The entity of a link with this URL; `undefined` for an invalid URL, which stays plain text. */
export function linkTarget(raw: string): EntityMeaning | undefined {
  const url = raw.trim();
  const person = parameterOf(url, "user", "id");
  if (person !== undefined && MAX_USER_ID.test(person)) return { type: "text_mention", user_id: Number(person) };
  if (/^(?:https?|tg|heliogram|mailto|tel):\S+$/i.test(url)) return { type: "text_link", url };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return undefined;
  return /^[^\s/?#@:]+\.[^\s/?#@:.]{2,}(?::\d+)?(?:[/?#]\S*)?$/.test(url)
    ? { type: "text_link", url: `http://${url}` }
    : undefined;
}

/**
 * The entity of `tg://emoji?id=…` or `tg://time?unix=…&format=…`; `undefined` for other URLs.
 * @throws EntityParseError for an invalid format of a time
 */
export function specialTarget(url: string): EntityMeaning | undefined {
  const emoji = parameterOf(url, "emoji", "id");
  if (emoji !== undefined) {
    return CUSTOM_EMOJI_ID.test(emoji) ? { type: "custom_emoji", custom_emoji_id: emoji } : undefined;
  }
  const unix = parameterOf(url, "time", "unix");
  return unix !== undefined && /^[1-9]\d*$/.test(unix)
    ? dateTime(Number(unix), parameterOf(url, "time", "format"))
    : undefined;
}

/** The first parameter with this name of a link within the service, whose slashes may be absent. */
function parameterOf(url: string, host: string, name: string): string | undefined {
  const link = /^(?:tg|heliogram):(?:\/\/)?([a-z]+)\/?\?([^#]*)/i.exec(url);
  if (link?.[1]!.toLowerCase() !== host) return undefined;
  const start = `${name}=`;
  return link[2]!
    .split("&")
    .find((each) => each.toLowerCase().startsWith(start))
    ?.slice(start.length);
}
