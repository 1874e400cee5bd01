/** A file to download: icon, name and size, and the progress of its upload or download. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { Download } from "lucide-react";
import type { MouseEvent } from "react";
import { useClient, useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { fileAddress } from "../../core/model/media/file-address.ts";
import type { Outgoing } from "../../core/model/messages/outgoing.ts";
import { FileIcon } from "../../ui/display/file-icon.tsx";
import { ProgressRing } from "../../ui/feedback/progress-ring.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { Picture } from "./picture.tsx";
import { UploadRing } from "./upload-ring.tsx";

interface DocumentProps {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

export function Document({ message, outgoing }: DocumentProps) {
  const { t } = useLingui();
  const { downloads, outbox } = useClient();
  const tabIndex = useTabIndex();
  const { file_id, file_name = t`File`, file_size } = message.document!;
  const download = useClientState((state) => state.downloads[file_id]);
  const address = file_id === "" ? outbox.localFileUrl(message.client_key) : fileAddress("document", file_id);
  const uploading = outgoing?.state === "waiting";
  const downloading = download !== undefined && download !== "failed";
  const startDownload = (event: MouseEvent) => {
    // With a modifier key, the browser's default action applies.
    if (file_id === "" || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void downloads.start({ file_id, path: fileAddress("document", file_id), name: file_name });
  };
  return (
    <div className="flex w-72 max-w-full items-center gap-3 py-0.5">
      {uploading && <UploadRing outgoing={outgoing} message={message} />}
      {downloading && (
        <ProgressRing
          label={t`Download`}
          cancel={t`Cancel the download`}
          share={download.share}
          onCancel={() => downloads.cancel(file_id)}
          className="size-11 bg-accent-fill"
        />
      )}
      <a
        href={address}
        download={file_name}
        tabIndex={tabIndex}
        onClick={startDownload}
        aria-disabled={uploading || downloading}
        className="group/file flex min-w-0 flex-1 items-center gap-3 rounded-lg"
      >
        {!uploading && !downloading && <FileThumbnail message={message} name={file_name} />}
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 break-all font-medium leading-tight">
            <bdi>{file_name}</bdi>
          </span>
          <span className="block text-sm opacity-80">
            {download === "failed" ? (
              <span role="alert">
                <Trans>Not saved. Try again</Trans>
              </span>
            ) : (
              <DocumentSize bytes={file_size} downloading={downloading ? download.share : undefined} />
            )}
          </span>
        </span>
      </a>
    </div>
  );
}

/** The thumbnail of the file, else an icon for its type. On hover it shows the download icon. */
function FileThumbnail({ message, name }: { readonly message: Message; readonly name: string }) {
  const { mime_type, thumbnail } = message.document!;
  return (
    <span className="relative grid size-12 shrink-0 overflow-hidden rounded-xl">
      {thumbnail ? (
        <Picture address={fileAddress("document", thumbnail.file_id)} alt="" />
      ) : (
        <FileIcon name={name} mime_type={mime_type} />
      )}
      <span className="absolute inset-0 hidden place-items-center bg-black/55 text-white group-hover/file:grid group-focus-visible/file:grid">
        <Download aria-hidden className="size-5" />
      </span>
    </span>
  );
}

interface DocumentSizeProps {
  readonly bytes: number;
  /** The downloaded share, 0 to 1. */
  readonly downloading: number | undefined;
}

function DocumentSize({ bytes, downloading }: DocumentSizeProps) {
  const format = useFormat();
  const whole = format.size(bytes);
  if (downloading === undefined) return whole;
  const here = format.size(bytes * downloading);
  return (
    <Trans>
      {here} of {whole}
    </Trans>
  );
}
