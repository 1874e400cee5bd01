/** A photo. Its size is reserved before it has loaded. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { useClient } from "../../core/client/context.tsx";
import { sizeFor } from "../../core/model/messages/content.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { Picture } from "./picture.tsx";
import { MediaFrame } from "./media-frame.tsx";

interface PhotoProps {
  readonly message: Message;
  readonly fills?: boolean;
}

/** In pixels; twice the displayed width, for screens of high density. */
const PREFERRED_WIDTH = 720;

export function Photo({ message, fills = false }: PhotoProps) {
  const { t } = useLingui();
  const { outbox } = useClient();
  const photo = message.photo!;
  const { width, height } = photo.at(-1)!;
  const local = outbox.localFileUrl(message.client_key);
  const size = sizeFor(photo, PREFERRED_WIDTH);
  const pending = size.file_id === "";
  const tiny = pending ? undefined : fileAddress("photo", photo[0]!.file_id);
  const preview = photo.length === 1 ? undefined : tiny;
  return (
    <MediaFrame message={message} label={t`Photo`} width={width} height={height} fills={fills} preview={tiny}>
      {(!pending || local !== undefined) && (
        <Picture
          key={pending ? "local" : "sent"}
          address={pending ? local! : fileAddress("photo", size.file_id)}
          alt={t`Photo`}
          preview={preview}
          local={pending ? undefined : local}
        />
      )}
    </MediaFrame>
  );
}
