/** A text and its entities as a tree, in display order. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";

/** Plain text, or an entity with its content. */
export type Segment =
  | string
  | { readonly entity: MessageEntity; readonly text: string; readonly inside: readonly Segment[] };

/** Offsets are in UTF-16 units. Overlapping entities that are not nested are cut at the end of the outer one. */
export function segmentsOf(text: string, entities: readonly MessageEntity[] = []): Segment[] {
  const ordered = entities.filter(isInside(text)).sort((a, b) => a.offset - b.offset || b.length - a.length);
  return between(text, 0, text.length, ordered);
}

function isInside(text: string): (entity: MessageEntity) => boolean {
  return ({ offset, length }) => offset >= 0 && length > 0 && offset + length <= text.length;
}

function between(text: string, start: number, end: number, entities: readonly MessageEntity[]): Segment[] {
  const segments: Segment[] = [];
  let at = start;
  for (let i = 0; i < entities.length;) {
    const entity = entities[i]!;
    const stop = Math.min(end, entity.offset + entity.length);
    let next = i + 1;
    while (next < entities.length && entities[next]!.offset < stop) next++;
    if (entity.offset > at) segments.push(text.slice(at, entity.offset));
    const from = Math.max(at, entity.offset);
    if (stop > from) {
      const inside = between(text, from, stop, entities.slice(i + 1, next));
      segments.push({ entity, text: text.slice(from, stop), inside });
      at = stop;
    }
    i = next;
  }
  if (at < end) segments.push(text.slice(at, end));
  return segments;
}

/** The target of a link, an email address or a phone number. */
export function addressOf({ type, url }: MessageEntity, text: string): string | undefined {
  if (type === "text_link") return url;
  if (type === "url") return text;
  if (type === "phone_number") return `tel:${text.replaceAll(/[^\d+]/g, "")}`;
  if (type !== "email") return undefined;
  return /^mailto:/i.test(text) ? text : `mailto:${text}`;
}

const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);

/** A scheme. Without slashes, what is before a colon is a host with a port, as in `example.org:8080`. */
const SCHEME = /^(?:[a-z][a-z\d+.-]*:\/\/|mailto:|tel:)/i;

/** The URL of a link if its scheme is safe, otherwise `undefined`. */
export function safeLink(address: string): string | undefined {
  const whole = SCHEME.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  return SCHEMES.has(url.protocol) ? url.href : undefined;
}
