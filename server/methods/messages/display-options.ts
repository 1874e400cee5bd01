/** The sender's display options for a message: covered media, captions above media, link previews (behaviour.md §4). */
import type { Media } from "../../domain/media.ts";
import type { Content, LinkPreview } from "../../domain/messages.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { bool, described, object, optional, text, type Params } from "../engine/fields.ts";

type DisplayOptions = Pick<Content, "spoiler" | "caption_above" | "link_preview">;

/** For photos, videos and animations. */
const SPOILER_FIELDS = {
  has_spoiler: described(optional(bool()), "Cover the media until somebody taps on it."),
};

/** For photos, videos and animations with a caption. */
export const CAPTION_POSITION_FIELDS = {
  show_caption_above_media: described(optional(bool()), "Show the caption above the media instead of below."),
};

export const MEDIA_DISPLAY_FIELDS = { ...SPOILER_FIELDS, ...CAPTION_POSITION_FIELDS };

const flag = optional(bool());

/** For texts. The older parameter means the same as `is_disabled`. */
export const PREVIEW_FIELDS = {
  link_preview_options: described(
    optional(
      object(
        {
          is_disabled: flag,
          url: optional(text({ max: 2048 })),
          prefer_small_media: flag,
          prefer_large_media: flag,
          show_above_text: flag,
        },
        { syntax: "can't parse link preview options JSON object", shape: "object expected as link preview options" },
      ),
    ),
    "How the preview of a link is shown, and of which. Given back with the message.",
  ),
  disable_web_page_preview: described(optional(bool()), "The older form of link_preview_options with is_disabled."),
};

/** Kinds of media that are displayed in the chat, and so can be covered and shown below their caption. */
const VISUAL_KINDS: ReadonlySet<Media["kind"]> = new Set(["photo", "video", "animation"]);

/** The display options that the message stores for its media. Other kinds of media have none. */
export function mediaDisplayOptions(
  media: Media,
  params: Partial<Params<typeof MEDIA_DISPLAY_FIELDS>>,
): DisplayOptions {
  const covered = VISUAL_KINDS.has(media.kind) && params.has_spoiler;
  return { ...(covered ? { spoiler: true } : {}), ...captionPosition(media, params) };
}

export function captionPosition(media: Media, params: Partial<Params<typeof CAPTION_POSITION_FIELDS>>): DisplayOptions {
  return VISUAL_KINDS.has(media.kind) && params.show_caption_above_media ? { caption_above: true } : {};
}

/** The options of a link preview; nothing where they are the defaults. */
export function linkPreviewOptions(params: Params<typeof PREVIEW_FIELDS>): DisplayOptions {
  if (params.link_preview_options === undefined && !params.disable_web_page_preview) return {};
  const { url, ...switches } = params.link_preview_options ?? {};
  const enabled = Object.entries(switches).filter(([, value]) => value === true);
  if (params.link_preview_options === undefined && params.disable_web_page_preview) enabled.push(["is_disabled", true]);
  const preview: LinkPreview = { ...definedOnly({ url }), ...Object.fromEntries(enabled) };
  return Object.keys(preview).length > 0 ? { link_preview: preview } : {};
}

/** The content with these display options instead of its former ones. */
export function withDisplayOptions(content: Content, options: DisplayOptions): Content {
  const { spoiler: _spoiler, caption_above: _above, link_preview: _preview, ...rest } = content;
  return { ...rest, ...options };
}
