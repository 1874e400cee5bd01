/** The target of a link: a URL, or an account of the service. */
import type { MessageEntity } from "./entity.ts";

type Target = Pick<MessageEntity, "type" | "url" | "user_id">;

/** The entity of a link with this URL; `undefined` for an invalid URL, which stays plain text. */
export function linkTarget(raw: string): Target | undefined {
  const url = raw.trim();
  const person = /^(?:tg|heliogram):\/\/user\?id=(\d{1,15})$/i.exec(url);
  if (person) return { type: "text_mention", user_id: Number(person[1]) };
  if (/^(?:https?|tg|heliogram|mailto|tel):\S+$/i.test(url)) return { type: "text_link", url };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return undefined;
  return /^[^\s/?#@:]+\.[^\s/?#@:.]{2,}(?::\d+)?(?:[/?#]\S*)?$/.test(url)
    ? { type: "text_link", url: `http://${url}` }
    : undefined;
}
