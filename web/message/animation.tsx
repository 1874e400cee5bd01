/** A GIF or a short film without sound: it plays by itself, over and over, unless the person wants no motion. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient } from "../client/context.tsx";
import { boxFor } from "../model/box.ts";
import { fileAddress } from "../model/file-address.ts";
import { useReach } from "../ui/reach.ts";
import { Cover } from "./cover.tsx";
import { Picture } from "./picture.tsx";
import { PlayDisc } from "./play-disc.tsx";

export function Animation({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const reach = useReach();
  const [moves, setMoves] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const { width = 0, height = 0, file_id, mime_type, thumbnail } = message.animation!;
  const box = boxFor(width, height);
  const address = file_id === "" ? outbox.localOf(message.client_key) : fileAddress("animation", file_id);
  const poster = thumbnail && fileAddress("animation", thumbnail.file_id);
  const look = "relative block max-w-full overflow-hidden rounded-xl bg-shade";
  const style = { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  return (
    <Cover message={message} label={t`GIF`} preview={poster} className={look} style={style}>
      <button
        type="button"
        aria-label={moves ? t`GIF: stop it` : t`GIF: play it`}
        tabIndex={reach}
        onClick={() => setMoves(!moves)}
        className={`${look} cursor-default`}
        style={style}
      >
        {address !== undefined && <Moving address={address} poster={poster} moves={moves} image={isImage(mime_type)} />}
        {!moves && (
          <span className="absolute inset-0 grid place-items-center">
            <PlayDisc />
          </span>
        )}
        <span
          aria-hidden
          className="absolute start-1.5 top-1.5 rounded-full bg-black/55 px-2 py-0.5 text-xs text-white"
        >
          GIF
        </span>
      </button>
    </Cover>
  );
}

function isImage(mime_type: string | undefined): boolean {
  return mime_type?.startsWith("image/") ?? false;
}

interface MovingProps {
  readonly address: string;
  readonly poster: string | undefined;
  readonly moves: boolean;
  readonly image: boolean;
}

function Moving({ address, poster, moves, image }: MovingProps) {
  const { t } = useLingui();
  if (image) {
    const still = moves ? address : poster;
    return still === undefined ? null : <Picture key={still} address={still} alt={t`GIF`} />;
  }
  return (
    <video
      // A film begins to play when it is made to; taking the attribute away does not stop it.
      key={moves ? "moves" : "still"}
      src={address}
      poster={poster}
      aria-label={t`GIF`}
      autoPlay={moves}
      loop
      muted
      playsInline
      preload={moves ? "auto" : "metadata"}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
