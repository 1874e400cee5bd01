/** The preview of a stored file: a picture, a player, the first lines of a text, or an icon. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StoredFile } from "@heliogram/shared/wire.ts";
import { readBeginning } from "../../core/api/file-beginning.ts";
import { firstLines, mayBeText } from "../../core/model/media/first-lines.ts";
import { displaySize } from "../../core/model/media/picture-size.ts";
import { FileIcon } from "../../ui/display/file-icon.tsx";
import { Skeleton } from "../../ui/feedback/skeleton.tsx";
import { useWorld } from "./use-world.ts";
import { withVisibleControls } from "./visible-controls.ts";

/** Formats of pictures that have no scripts. */
const PICTURES = /^image\/(?:jpeg|png|webp|gif)$/;

interface FilePreviewProps {
  readonly file: StoredFile;
  readonly name: string;
}

export function FilePreview({ file, name }: FilePreviewProps) {
  const [isBroken, setBroken] = useState(false);
  const { kind, mime_type, preview_path, path } = file;
  if (isBroken)
    return (
      <p className="text-sm text-soft">
        <Trans>It cannot be shown.</Trans>
      </p>
    );
  const fail = () => setBroken(true);
  if (mime_type.startsWith("video/")) return <VideoPreview file={file} name={name} onError={fail} />;
  if (mime_type.startsWith("audio/"))
    return (
      <audio src={path} controls preload="none" aria-label={name} onError={fail} className="h-12 w-full max-w-sm" />
    );
  // A small animation is the file itself: its thumbnail does not move.
  const picture = kind === "animation" ? path : (preview_path ?? (PICTURES.test(mime_type) ? path : undefined));
  if (picture !== undefined) return <PicturePreview address={picture} file={file} name={name} onError={fail} />;
  if (mayBeText(file)) return <TextPreview file={file} name={name} />;
  return <IconPreview file={file} name={name} />;
}

interface MediaPreviewProps extends FilePreviewProps {
  readonly onError: () => void;
}

function VideoPreview({ file, name, onError }: MediaPreviewProps) {
  const { path, preview_path, width = 0, height = 0 } = file;
  const box = displaySize(width, height);
  return (
    <video
      src={path}
      poster={preview_path}
      controls
      playsInline
      preload={preview_path === undefined ? "metadata" : "none"}
      aria-label={name}
      onError={onError}
      className="max-w-full rounded-lg bg-shade"
      style={{ width: box.width, aspectRatio: `${box.width} / ${box.height}` }}
    />
  );
}

/** A click opens the whole picture, or saves a file that is none. */
function PicturePreview({ address, file, name, onError }: MediaPreviewProps & { readonly address: string }) {
  const { t } = useLingui();
  const isPicture = PICTURES.test(file.mime_type);
  return (
    <a
      href={file.path}
      {...(isPicture ? { target: "_blank", rel: "noreferrer" } : { download: name })}
      aria-label={isPicture ? t`Open ${name}` : t`Save ${name}`}
      className="size-24 overflow-hidden rounded-lg bg-shade"
    >
      <img src={address} alt="" loading="lazy" onError={onError} className="size-full object-contain" />
    </a>
  );
}

/** It has its height before the text is there. */
function TextPreview({ file, name }: FilePreviewProps) {
  const { t } = useLingui();
  const { key } = useWorld();
  const { data, isPending } = useQuery({
    queryKey: key("file", file.path),
    queryFn: async ({ signal }) => firstLines(await readBeginning(file.path, signal)) ?? null,
    staleTime: Infinity,
  });
  if (isPending) return <Skeleton className="h-24" />;
  if (typeof data !== "string") return <IconPreview file={file} name={name} />;
  return (
    <pre
      dir="auto"
      tabIndex={0}
      role="region"
      aria-label={t`The first lines of ${name}`}
      className="h-24 overflow-auto whitespace-pre-wrap rounded-lg bg-shade p-2 text-start font-mono text-sm [overflow-wrap:anywhere]"
    >
      {withVisibleControls(data)}
    </pre>
  );
}

function IconPreview({ file, name }: FilePreviewProps) {
  return (
    <span className="flex h-24 items-center">
      <span className="size-12">
        <FileIcon name={name} mime_type={file.mime_type} />
      </span>
    </span>
  );
}
