/** The reserved place of a picture or a film; chosen, it is shown as large as the window. */
import type { Message } from "@heliogram/shared/wire.ts";
import type { ReactNode } from "react";
import { boxFor } from "../model/box.ts";
import { classes } from "../ui/classes.ts";
import { useReach } from "../ui/reach.ts";
import { Cover } from "./cover.tsx";
import { useView } from "./viewing.ts";

interface PlaceProps {
  readonly message: Message;
  /** Read aloud. */
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Fills the place it is given, as in an album. */
  readonly fills: boolean;
  /** A few bytes of the picture, to be blurred where it is covered. */
  readonly preview: string | undefined;
  readonly children: ReactNode;
}

export function Place({ message, label, width, height, fills, preview, children }: PlaceProps) {
  const view = useView();
  const reach = useReach();
  const box = boxFor(width, height);
  const style = fills ? undefined : { width: box.width, aspectRatio: `${box.width} / ${box.height}` };
  const look = classes("relative block overflow-hidden bg-shade", fills ? "size-full" : "max-w-full rounded-xl");
  const cover = { message, label, preview, className: look, style };
  if (message.message_id === 0 || !view) {
    return (
      <Cover {...cover}>
        <div className={look} style={style}>
          {children}
        </div>
      </Cover>
    );
  }
  return (
    <Cover {...cover}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        tabIndex={reach}
        className={classes(look, "cursor-zoom-in focus-visible:outline-offset-[-3px]")}
        style={style}
        onClick={() => view(message)}
      >
        {children}
      </button>
    </Cover>
  );
}
