/** The file of a message: a picture, a video, a sound, or something to save. */
import { useLingui } from "@lingui/react/macro";
import type { FileObject, Message } from "@heliogram/shared/wire.ts";
import { FileText } from "lucide-react";
import { useFormat } from "../i18n/format.ts";
import { boxFor } from "../model/box.ts";
import { kindOf } from "../model/content.ts";
import { fileAddress } from "../model/file-address.ts";
import type { Outgoing } from "../model/outgoing.ts";
import { Photo } from "./photo.tsx";

interface MediaProps {
  readonly message: Message;
  /** While the file is on its way: it is shown from where it lies. */
  readonly outgoing?: Outgoing | undefined;
}

export function Media({ message, outgoing }: MediaProps) {
  const local = outgoing?.file?.address;
  switch (kindOf(message)) {
    case "photo":
      return <Photo photo={message.photo!} local={local} />;
    case "video":
    case "animation":
      return (
        <Video
          kind={message.video ? "video" : "animation"}
          file={(message.video ?? message.animation)!}
          local={local}
        />
      );
    case "video_note":
      return <VideoNote file={message.video_note!} />;
    case "audio":
    case "voice":
      return <Sound kind={message.audio ? "audio" : "voice"} file={(message.audio ?? message.voice)!} local={local} />;
    case "document":
      return <Document file={message.document!} local={local} />;
    default:
      return null;
  }
}

interface FileProps {
  readonly file: FileObject;
  readonly local?: string | undefined;
}

function Video({ kind, file, local }: FileProps & { readonly kind: "video" | "animation" }) {
  const { t } = useLingui();
  const box = boxFor(file.width ?? 0, file.height ?? 0);
  const poster = file.thumbnail && fileAddress(kind, file.thumbnail.file_id);
  const gif = kind === "animation";
  return (
    <video
      src={local ?? fileAddress(kind, file.file_id)}
      poster={poster}
      aria-label={gif ? t`GIF` : t`Video`}
      controls={!gif}
      autoPlay={gif}
      loop={gif}
      muted={gif}
      playsInline
      preload={gif ? "auto" : "metadata"}
      className="max-w-full rounded-xl bg-black/80 object-contain"
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
    />
  );
}

function VideoNote({ file }: FileProps) {
  const { t } = useLingui();
  return (
    <video
      src={fileAddress("video_note", file.file_id)}
      aria-label={t`Video message`}
      controls
      playsInline
      preload="metadata"
      className="size-52 rounded-full bg-black/80 object-cover"
    />
  );
}

function Sound({ kind, file, local }: FileProps & { readonly kind: "audio" | "voice" }) {
  const { t } = useLingui();
  const name = file.title ?? file.file_name;
  return (
    <div className="flex w-72 max-w-full flex-col gap-1">
      {kind === "audio" && name !== undefined && (
        <p className="truncate font-medium">
          <bdi>{file.performer === undefined ? name : `${file.performer} – ${name}`}</bdi>
        </p>
      )}
      <audio
        src={local ?? fileAddress(kind, file.file_id)}
        aria-label={kind === "voice" ? t`Voice message` : t`Audio`}
        controls
        preload="metadata"
        className="h-10 w-full"
      />
    </div>
  );
}

function Document({ file, local }: FileProps) {
  const { t } = useLingui();
  const format = useFormat();
  const name = file.file_name ?? t`File`;
  return (
    <a
      href={local ?? fileAddress("document", file.file_id)}
      download={name}
      className="flex min-w-52 max-w-72 items-center gap-3 rounded-lg"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-fill text-on-accent">
        <FileText aria-hidden className="size-5" />
      </span>
      <span className="min-w-0">
        <span className="line-clamp-2 break-all font-medium leading-tight">
          <bdi>{name}</bdi>
        </span>
        <span className="text-sm opacity-75">{format.size(file.file_size)}</span>
      </span>
    </a>
  );
}
