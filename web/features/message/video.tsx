/** The first frame of a video with its duration. A click plays it in the viewer. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { Picture } from "./picture.tsx";
import { MediaFrame } from "./media-frame.tsx";
import { PlayDisc } from "./play-disc.tsx";

interface VideoProps {
  readonly message: Message;
  readonly fills?: boolean;
}

export function Video({ message, fills = false }: VideoProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { outbox } = useClient();
  const { width = 0, height = 0, duration = 0, file_id, thumbnail } = message.video!;
  const local = outbox.localFileUrl(message.client_key);
  const pending = file_id === "";
  const poster = thumbnail && fileAddress("video", thumbnail.file_id);
  const length = format.duration(duration);
  const label = duration > 0 ? t`Video, ${length}` : t`Video`;
  return (
    <MediaFrame message={message} label={label} width={width} height={height} fills={fills} preview={poster}>
      {poster !== undefined ? (
        <Picture address={poster} alt={t`Video`} />
      ) : (
        <FirstFrame address={pending ? local : fileAddress("video", file_id)} />
      )}
      {!pending && (
        <span className="pointer-events-none absolute inset-0 grid place-items-center">
          <PlayDisc />
        </span>
      )}
      {duration > 0 && (
        <span className="pointer-events-none absolute start-1.5 top-1.5 rounded-full bg-black/55 px-2 py-0.5 text-xs tabular-nums text-white">
          {length}
        </span>
      )}
    </MediaFrame>
  );
}

/** A video without a thumbnail shows its first frame. No more of the file is loaded than that needs. */
function FirstFrame({ address }: { readonly address: string | undefined }) {
  if (address === undefined) return null;
  return (
    <video
      src={`${address}#t=0.1`}
      aria-hidden
      tabIndex={-1}
      muted
      playsInline
      preload="metadata"
      className="absolute inset-0 size-full bg-black/80 object-cover"
    />
  );
}
