/** The preview of a link: site, title and description of the page, with its picture. All of it leads to the page. */
import { Trans } from "@lingui/react/macro";
import type { PhotoSize, WebPage } from "@heliogram/shared/wire.ts";
import { sizeFor } from "../../core/model/messages/content.ts";
import type { ShownPreview } from "../../core/model/messages/link-preview.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { safeLink } from "../../core/model/text/segments.ts";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { ExternalLink } from "../../ui/links/external-link.tsx";
import { Picture } from "./picture.tsx";

/** In pixels; twice the displayed width, for screens of high density. */
const LARGE_WIDTH = 720;
const SMALL_WIDTH = 128;

export function LinkPreview({ preview: { page, isLarge, isAbove } }: { readonly preview: ShownPreview }) {
  const tabIndex = useTabIndex();
  const href = safeLink(page.url);
  // The name of the site is what the page says; the host is where the link leads.
  const host = href === undefined ? "" : new URL(href).host;
  const site = page.site_name ?? host;
  return (
    <ExternalLink
      data-link-preview
      href={href}
      shown={href ?? ""}
      tabIndex={tabIndex}
      title={href}
      className={classes(
        "block max-w-full overflow-hidden rounded-md border-s-3 border-accent bg-accent/8 text-sm leading-snug",
        isAbove ? "mb-1" : "mt-1",
      )}
    >
      <span className="sr-only">
        <Trans>Link preview</Trans>{" "}
      </span>
      <span className="flex">
        <span className="min-w-0 flex-1 px-2 py-1">
          <span className="flex gap-x-1.5 text-accent">
            <span className={classes("truncate font-medium", site !== host && "max-w-[60%] shrink-0")} dir="auto">
              {site}
            </span>
            {site !== host && (
              <span className="truncate" dir="ltr">
                {host}
              </span>
            )}
          </span>
          {page.title !== undefined && (
            <span className="line-clamp-2 break-words font-semibold" dir="auto">
              {page.title}
            </span>
          )}
          {page.description !== undefined && (
            <span className="line-clamp-3 break-words" dir="auto">
              {page.description}
            </span>
          )}
        </span>
        {page.photo && !isLarge && (
          <span className="m-1.5 block size-16 shrink-0 overflow-hidden rounded bg-shade">
            <PagePicture photo={page.photo} width={SMALL_WIDTH} />
          </span>
        )}
      </span>
      {page.photo && isLarge && <LargePicture photo={page.photo} />}
    </ExternalLink>
  );
}

/** Its size is reserved before it has loaded. */
function LargePicture({ photo }: { readonly photo: NonNullable<WebPage["photo"]> }) {
  const { width, height } = photo.at(-1)!;
  return (
    <span className="block p-1.5 pt-0.5">
      <span className="block max-h-72 overflow-hidden rounded bg-shade" style={{ aspectRatio: `${width} / ${height}` }}>
        <PagePicture photo={photo} width={LARGE_WIDTH} />
      </span>
    </span>
  );
}

function PagePicture({ photo, width }: { readonly photo: readonly PhotoSize[]; readonly width: number }) {
  return <Picture address={fileAddress("photo", sizeFor(photo, width).file_id)} alt="" />;
}
