/** The viewer: a photo or video in the full window, with navigation to the others of its chat. */
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { pressedShortcut } from "../../core/model/keyboard/shortcuts.ts";
import { FullScreenDialog } from "../../ui/overlays/full-screen-dialog.tsx";
import { IconButton } from "../../ui/buttons/button.tsx";
import { Caption } from "./caption.tsx";
import { ViewerHeader } from "./viewer-header.tsx";
import { Stage, type StageHandle } from "./stage.tsx";
import { useMediaNeighbours } from "./use-media-neighbours.ts";

interface ViewerProps {
  readonly chat_id: number;
  /** `undefined` while nothing is shown. */
  readonly message_id: number | undefined;
  readonly onGo: (message_id: number) => void;
  readonly onClose: () => void;
}

const SIDE_BUTTON_CLASSES =
  "absolute top-1/2 z-10 -translate-y-1/2 bg-black/40 text-white hover:bg-black/70 hover:text-white max-sm:hidden";

export function Viewer({ chat_id, message_id, onGo, onClose }: ViewerProps) {
  const { t } = useLingui();
  const { current, previous, next } = useMediaNeighbours(chat_id, message_id ?? 0);
  const stage = useRef<StageHandle>(null);
  const go = (to: { readonly message_id: number } | undefined) => to && onGo(to.message_id);
  const onKeyDown = (event: KeyboardEvent) => {
    const action = actionOf(event);
    if (!action) return;
    event.preventDefault();
    if (action === "next") go(next);
    else if (action === "previous") go(previous);
    else stage.current?.[action]();
  };
  return (
    <FullScreenDialog
      open={current !== undefined}
      onClose={onClose}
      title={current?.video ? t`Video` : t`Photo`}
      onKeyDown={onKeyDown}
    >
      {current && (
        <>
          <ViewerHeader message={current} stage={stage} onClose={onClose} />
          <Stage
            key={current.message_id}
            handle={stage}
            message={current}
            nearby={[previous, next]}
            onGesture={(gesture) => (gesture === "close" ? onClose() : go(gesture === "next" ? next : previous))}
          />
          <Caption message={current} />
          {previous && (
            <IconButton label={t`Previous`} className={`${SIDE_BUTTON_CLASSES} start-3`} onClick={() => go(previous)}>
              <ChevronLeft aria-hidden className="size-6 rtl:-scale-x-100" />
            </IconButton>
          )}
          {next && (
            <IconButton label={t`Next`} className={`${SIDE_BUTTON_CLASSES} end-3`} onClick={() => go(next)}>
              <ChevronRight aria-hidden className="size-6 rtl:-scale-x-100" />
            </IconButton>
          )}
        </>
      )}
    </FullScreenDialog>
  );
}

type ViewerAction = "next" | "previous" | "closer" | "further" | "whole";

function actionOf({ nativeEvent }: KeyboardEvent): ViewerAction | undefined {
  // A focused video handles its own keys.
  if (nativeEvent.target instanceof HTMLVideoElement) return undefined;
  const name = pressedShortcut(nativeEvent, ["picture_to_left", "picture_to_right", "closer", "further", "whole"]);
  if (name !== "picture_to_left" && name !== "picture_to_right") return name;
  const onward = document.documentElement.dir === "rtl" ? "picture_to_left" : "picture_to_right";
  return name === onward ? "next" : "previous";
}
