/** The frame of a photo or video with its reserved size. A click opens the viewer. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { displaySize } from "../../core/model/media/picture-size.ts";
import { classes } from "../../ui/classes.ts";
import { useTabIndex } from "../../ui/focus/tab-index.ts";
import { SpoilerCover } from "./spoiler-cover.tsx";
import { useOpenViewer } from "./viewer-context.ts";

interface MediaFrameProps {
  readonly message: Message;
  /** The accessible name. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Whether it fills its container, as in an album. */
  readonly fills: boolean;
  /** The address of a small version, which is blurred under a spoiler's cover. */
  readonly preview: string | undefined;
  readonly children: ReactNode;
}

export function MediaFrame({ message, label, width, height, fills, preview, children }: MediaFrameProps) {
  const openViewer = useOpenViewer();
  const tabIndex = useTabIndex();
  const box = displaySize(width, height);
  const style = fills ? undefined : { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  const className = classes("relative block overflow-hidden bg-shade", fills ? "size-full" : "max-w-full rounded-xl");
  const cover = { message, label, preview, className, style };
  if (message.message_id === 0 || !openViewer) {
    return (
      <SpoilerCover {...cover}>
        <div className={className} style={style}>
          {children}
        </div>
      </SpoilerCover>
    );
  }
  return (
    <SpoilerCover {...cover}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        tabIndex={tabIndex}
        className={classes(className, "cursor-zoom-in focus-visible:outline-offset-[-3px]")}
        style={style}
        onClick={() => openViewer(message)}
      >
        {children}
      </button>
    </SpoilerCover>
  );
}
