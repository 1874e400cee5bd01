/** A photo in its reserved place; chosen, it is shown as large as the window. */
import { useLingui } from "@lingui/react/macro";
import type { PhotoSize } from "@heliogram/shared/wire.ts";
import { boxFor } from "../model/box.ts";
import { sizeFor } from "../model/content.ts";
import { fileAddress } from "../model/file-address.ts";
import { Viewer } from "../ui/viewer.tsx";

interface PhotoProps {
  readonly photo: readonly PhotoSize[];
  readonly local?: string | undefined;
  /** Fills the place it is given, as in an album. */
  readonly fills?: boolean;
}

/** Sharp on dense screens. */
const WANTED_WIDTH = 720;

export function Photo({ photo, local, fills = false }: PhotoProps) {
  const { t } = useLingui();
  const largest = photo.at(-1)!;
  const box = boxFor(largest.width, largest.height);
  const place = fills ? undefined : { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  const look = fills
    ? "block size-full overflow-hidden bg-shade"
    : "block max-w-full overflow-hidden rounded-xl bg-shade";
  const image = (
    <img
      src={local ?? fileAddress("photo", sizeFor(photo, WANTED_WIDTH).file_id)}
      alt={t`Photo`}
      loading="lazy"
      decoding="async"
      draggable={false}
      className="size-full object-cover"
    />
  );
  if (local !== undefined) {
    return (
      <div className={look} style={place}>
        {image}
      </div>
    );
  }
  return (
    <Viewer title={t`Photo`} address={fileAddress("photo", largest.file_id)} className={look} style={place}>
      {image}
    </Viewer>
  );
}
