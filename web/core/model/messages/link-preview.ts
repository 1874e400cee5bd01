/** The preview of a message's link: whether and how it is shown, and the link that a written text leads to first. */
import { detect } from "@heliogram/shared/text/detect.ts";
import type { Message, WebPage } from "@heliogram/shared/wire.ts";
import type { FormattedText } from "../text/markdown.ts";

export interface ShownPreview {
  readonly page: WebPage;
  /** Whether the picture is as wide as the preview, and not beside the text. */
  readonly isLarge: boolean;
  /** Whether it is shown above the text. */
  readonly isAbove: boolean;
}

/** The preview that a message shows. The sender's wishes go before those of the page. */
export function previewOf({ web_page: page, link_preview_options: options = {} }: Message): ShownPreview | undefined {
  if (!page || options.is_disabled) return undefined;
  const wantsLarge = options.prefer_large_media ?? (!options.prefer_small_media && page.has_large_media === true);
  // Beside a picture without words there is nothing.
  const isLarge = page.photo !== undefined && (wantsLarge || (page.title ?? page.description) === undefined);
  return { page, isLarge, isAbove: options.show_above_text === true };
}

/** The address to which a written text leads first; `undefined` without one, and for a rich message, which has no preview. */
export function firstLink({ text, entities, rich_source }: FormattedText): string | undefined {
  if (rich_source !== undefined) return undefined;
  const written = entities.flatMap(({ type, offset, url }) => (type === "text_link" && url ? [{ offset, url }] : []));
  const code = entities.filter(({ type }) => type === "code" || type === "pre");
  const found = detect(text).flatMap(({ type, offset, length }) => {
    const isCode = code.some((each) => each.offset <= offset && offset < each.offset + each.length);
    return type === "url" && !isCode ? [{ offset, url: text.slice(offset, offset + length) }] : [];
  });
  return [...written, ...found].toSorted((a, b) => a.offset - b.offset)[0]?.url;
}

interface Choice {
  /** The link whose preview the person has removed; "" if they have brought one back. */
  readonly no_preview?: string;
  readonly editing?: Message;
}

/** Whether a text with this link is to be sent without a preview. What was removed for one link is so for it alone. */
export function isPreviewOff({ no_preview, editing }: Choice, link: string | undefined): boolean {
  if (no_preview !== undefined) return no_preview !== "" && no_preview === link;
  return editing?.link_preview_options?.is_disabled === true;
}
