/** The address whose preview a message shows (behaviour.md §4, Previews of links). */
import type { Content } from "../../domain/messages.ts";
import { firstAddress } from "../../domain/text/first-address.ts";

/** Longest address of which a preview is made, in UTF-16 units: that of `link_preview_options`. */
const MAX_ADDRESS = 2048;

/** The address whose preview a message with this text and content shows, in its normal form; `undefined` if none. */
export function previewAddress(text: string, content: Content): string | undefined {
  const { entities, rich, link_preview, media } = content;
  // Most messages have neither.
  if (entities === undefined && link_preview === undefined) return undefined;
  // A rich message is a document of its own, in which no link stands out.
  if (media !== undefined || rich !== undefined || text === "" || link_preview?.is_disabled) return undefined;
  const given = link_preview?.url || firstAddress(text, entities);
  return given === undefined ? undefined : normalAddress(given);
}

/** A web address in its normal form; one without a scheme is of `http`, as in texts. `undefined` for any other address. */
function normalAddress(given: string): string | undefined {
  const url = URL.parse(given) ?? URL.parse(`http://${given}`);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  // Credentials are for the reader of the message, not for the service.
  if (url.username !== "" || url.password !== "" || url.hostname === "") return undefined;
  return url.href.length > MAX_ADDRESS ? undefined : url.href;
}

/** The content without the preview of a page to which the message does not link. */
export function withoutOtherPage(text: string, content: Content): Content {
  if (content.web_page === undefined || content.web_page.url === previewAddress(text, content)) return content;
  return withoutPage(content);
}

/** The content without a preview. */
export function withoutPage(content: Content): Content {
  const { web_page: _page, ...rest } = content;
  return rest;
}
