/** A GIF or a short video without sound. It plays in a loop, unless the user prefers reduced motion. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useState } from "react";
import { useClient } from "../../core/client/context.tsx";
import { displaySize } from "../../core/model/media/picture-size.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { SpoilerCover } from "./spoiler-cover.tsx";
import { Picture } from "./picture.tsx";
import { PlayDisc } from "./play-disc.tsx";

export function Animation({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const tabIndex = useTabIndex();
  const [playing, setPlaying] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  const { width = 0, height = 0, file_id, mime_type, thumbnail } = message.animation!;
  const box = displaySize(width, height);
  const address = file_id === "" ? outbox.localFileUrl(message.client_key) : fileAddress("animation", file_id);
  const poster = thumbnail && fileAddress("animation", thumbnail.file_id);
  const className = "relative block max-w-full overflow-hidden rounded-xl bg-shade";
  const style = { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  return (
    <SpoilerCover message={message} label={t`GIF`} preview={poster} className={className} style={style}>
      <button
        type="button"
        aria-label={playing ? t`GIF: stop it` : t`GIF: play it`}
        tabIndex={tabIndex}
        onClick={() => setPlaying(!playing)}
        className={`${className} cursor-default`}
        style={style}
      >
        {address !== undefined && (
          <AnimationPlayer address={address} poster={poster} playing={playing} image={isImage(mime_type)} />
        )}
        {!playing && (
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
    </SpoilerCover>
  );
}

function isImage(mime_type: string | undefined): boolean {
  return mime_type?.startsWith("image/") ?? false;
}

interface AnimationPlayerProps {
  readonly address: string;
  readonly poster: string | undefined;
  readonly playing: boolean;
  readonly image: boolean;
}

function AnimationPlayer({ address, poster, playing, image }: AnimationPlayerProps) {
  const { t } = useLingui();
  if (image) {
    const visible = playing ? address : poster;
    return visible === undefined ? null : <Picture key={visible} address={visible} alt={t`GIF`} />;
  }
  return (
    <video
      // Removing `autoPlay` does not stop a video, so another element takes its place.
      key={playing ? "playing" : "still"}
      src={address}
      poster={poster}
      aria-label={t`GIF`}
      autoPlay={playing}
      loop
      muted
      playsInline
      preload={playing ? "auto" : "metadata"}
      className="absolute inset-0 size-full object-cover"
    />
  );
}
