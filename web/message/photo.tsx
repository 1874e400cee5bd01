/** A photo in its reserved place. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../client/context.tsx";
import { sizeFor } from "../model/content.ts";
import { fileAddress } from "../model/file-address.ts";
import { Picture } from "./picture.tsx";
import { Place } from "./place.tsx";

interface PhotoProps {
  readonly message: Message;
  readonly fills?: boolean;
}

/** Sharp on dense screens. */
const WANTED_WIDTH = 720;

export function Photo({ message, fills = false }: PhotoProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const photo = message.photo!;
  const { width, height } = photo.at(-1)!;
  const local = outbox.localOf(message.client_key);
  const shown = sizeFor(photo, WANTED_WIDTH);
  const pending = shown.file_id === "";
  const tiny = pending ? undefined : fileAddress("photo", photo[0]!.file_id);
  const preview = photo.length === 1 ? undefined : tiny;
  return (
    <Place message={message} label={t`Photo`} width={width} height={height} fills={fills} preview={tiny}>
      {(!pending || local !== undefined) && (
        <Picture
          key={pending ? "local" : "sent"}
          address={pending ? local! : fileAddress("photo", shown.file_id)}
          alt={t`Photo`}
          preview={preview}
          local={pending ? undefined : local}
        />
      )}
    </Place>
  );
}
