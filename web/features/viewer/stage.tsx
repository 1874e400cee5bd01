/** The shown photo, which can be zoomed and moved, or the video with its controls. */
import { Trans, useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";
import { ImageOff } from "lucide-react";
import { useImperativeHandle, useRef, useState, type Ref } from "react";
import { fileAddress } from "../../core/model/media/file-address.ts";
import { sizeFor } from "../../core/model/messages/content.ts";
import { classes } from "../../ui/classes.ts";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { useZoom } from "./use-zoom.ts";

export interface StageHandle {
  readonly closer: () => void;
  readonly further: () => void;
  readonly whole: () => void;
}

interface StageProps {
  readonly handle: Ref<StageHandle>;
  readonly message: Message;
  /** The previous and next message, whose photos are preloaded. */
  readonly nearby: readonly (Message | undefined)[];
  readonly onGesture: (meaning: "next" | "previous" | "close") => void;
}

const ZOOM_STEP = 1.5;

export function Stage({ handle, message, nearby, onGesture }: StageProps) {
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const { zoom, dragging, zoomBy, reset, handlers } = useZoom(stage, picture, { onGesture });
  useImperativeHandle(handle, () => ({
    closer: () => zoomBy(ZOOM_STEP),
    further: () => zoomBy(1 / ZOOM_STEP),
    whole: reset,
  }));
  return (
    <div
      ref={stage}
      data-scale={zoom.scale}
      className={classes(
        "absolute inset-0 grid touch-none select-none place-items-center overflow-hidden p-2 py-16",
        zoom.scale > 1 ? "cursor-grab" : "cursor-default",
      )}
      {...handlers}
    >
      <div
        ref={picture}
        className={classes("relative max-h-full max-w-full", !dragging && "transition-transform duration-200")}
        style={{ transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` }}
      >
        {message.video ? <VideoPlayer message={message} /> : <LargePhoto message={message} />}
      </div>
      {nearby.map((each) => each?.photo && <img key={each.message_id} src={largest(each)} alt="" className="hidden" />)}
    </div>
  );
}

function largest({ photo }: Message): string {
  return fileAddress("photo", photo!.at(-1)!.file_id);
}

/** The size that fits into the window between header and caption. */
function fittingStyle(width: number, height: number) {
  const ratio = width > 0 && height > 0 ? width / height : 4 / 3;
  return {
    aspectRatio: String(ratio),
    width: `min(calc(100vw - 1rem), calc((100dvh - 8rem) * ${ratio}), ${Math.max(width, 320)}px)`,
  };
}

function LargePhoto({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  const photo = message.photo!;
  const { width, height } = photo.at(-1)!;
  if (state === "failed") {
    return (
      <p role="alert" className="flex flex-col items-center gap-3 p-10 text-white">
        <ImageOff aria-hidden className="size-12" />
        <Trans>This picture cannot be shown.</Trans>
      </p>
    );
  }
  return (
    <div className="relative" style={fittingStyle(width, height)}>
      {state === "loading" && (
        <>
          <img
            src={fileAddress("photo", sizeFor(photo, 320).file_id)}
            alt=""
            draggable={false}
            className="absolute inset-0 size-full rounded-md"
          />
          <span className="absolute inset-0 grid place-items-center text-white">
            <Spinner className="size-8" />
          </span>
        </>
      )}
      <img
        src={largest(message)}
        alt={message.caption ?? t`Photo`}
        draggable={false}
        onLoad={() => setState("loaded")}
        onError={() => setState("failed")}
        className="absolute inset-0 size-full rounded-md"
      />
    </div>
  );
}

function VideoPlayer({ message }: { readonly message: Message }) {
  const { t } = useLingui();
  const [broken, setBroken] = useState(false);
  const { width = 0, height = 0, file_id, thumbnail } = message.video!;
  if (broken) {
    return (
      <p role="alert" className="p-10 text-center text-white">
        <Trans>This browser cannot play this film. It can be saved instead.</Trans>
      </p>
    );
  }
  return (
    <video
      src={fileAddress("video", file_id)}
      poster={thumbnail && fileAddress("video", thumbnail.file_id)}
      aria-label={t`Video`}
      controls
      autoPlay
      playsInline
      preload="metadata"
      onError={() => setBroken(true)}
      className="rounded-md bg-black"
      style={fittingStyle(width, height)}
    />
  );
}
