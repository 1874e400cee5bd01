/** How a sender wants a message to look: covered media, captions above, previews of links (behaviour.md §4). */
import type { Media } from "../domain/media.ts";
import type { Content, LinkPreview } from "../domain/messages.ts";
import { definedOnly } from "./defined.ts";
import { bool, described, object, optional, text, type Params } from "./fields.ts";

type Looks = Pick<Content, "spoiler" | "caption_above" | "link_preview">;

/** Of pictures and films. */
const SPOILER = {
  has_spoiler: described(optional(bool()), "Cover the media until somebody taps on it."),
};

/** Of pictures and films with a caption. */
export const CAPTION_PLACE = {
  show_caption_above_media: described(optional(bool()), "Show the caption above the media instead of below."),
};

export const MEDIA_LOOKS = { ...SPOILER, ...CAPTION_PLACE };

const switched = optional(bool());

/** Of texts. The older parameter says the same as `is_disabled`. */
export const PREVIEW_FIELDS = {
  link_preview_options: described(
    optional(
      object(
        {
          is_disabled: switched,
          url: optional(text({ max: 2048 })),
          prefer_small_media: switched,
          prefer_large_media: switched,
          show_above_text: switched,
        },
        { syntax: "can't parse link preview options JSON object", shape: "object expected as link preview options" },
      ),
    ),
    "Kept with the message and given back. The service fetches no previews.",
  ),
  disable_web_page_preview: described(optional(bool()), "The older form of link_preview_options with is_disabled."),
};

/** What is seen at once, and so can be covered and can stand below its caption. */
const SEEN: ReadonlySet<Media["kind"]> = new Set(["photo", "video", "animation"]);

/** The media's looks as the message holds them; other media have none. */
export function mediaLooks(media: Media, params: Partial<Params<typeof MEDIA_LOOKS>>): Looks {
  const covered = SEEN.has(media.kind) && params.has_spoiler;
  return { ...(covered ? { spoiler: true } : {}), ...captionPlace(media, params) };
}

export function captionPlace(media: Media, params: Partial<Params<typeof CAPTION_PLACE>>): Looks {
  return SEEN.has(media.kind) && params.show_caption_above_media ? { caption_above: true } : {};
}

/** What was asked for of a preview, or nothing where everything is as it is without asking. */
export function previewOf(params: Params<typeof PREVIEW_FIELDS>): Looks {
  const { url, ...switches } = params.link_preview_options ?? {};
  const on = Object.entries(switches).filter(([, value]) => value === true);
  if (params.link_preview_options === undefined && params.disable_web_page_preview) on.push(["is_disabled", true]);
  const preview: LinkPreview = { ...definedOnly({ url }), ...Object.fromEntries(on) };
  return Object.keys(preview).length > 0 ? { link_preview: preview } : {};
}

/** A message's content with other looks in the place of those it had. */
export function withLooks(content: Content, looks: Looks): Content {
  const { spoiler: _spoiler, caption_above: _above, link_preview: _preview, ...rest } = content;
  return { ...rest, ...looks };
}
