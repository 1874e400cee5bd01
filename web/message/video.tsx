/** A film's first picture in its reserved place, with its length; it is played as large as the window. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { useFormat } from "../i18n/format.ts";
import { fileAddress } from "../model/file-address.ts";
import { Picture } from "./picture.tsx";
import { Place } from "./place.tsx";
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
  const local = outbox.localOf(message.client_key);
  const pending = file_id === "";
  const still = thumbnail && fileAddress("video", thumbnail.file_id);
  const length = format.duration(duration);
  const label = duration > 0 ? t`Video, ${length}` : t`Video`;
  return (
    <Place message={message} label={label} width={width} height={height} fills={fills} preview={still}>
      {still !== undefined ? (
        <Picture address={still} alt={t`Video`} />
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
    </Place>
  );
}

/** Without a picture of its own, a film shows how it begins; no more of it is fetched than that takes. */
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
