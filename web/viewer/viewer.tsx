/** A picture or a film as large as the window, and from it to the others of its chat. */
import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRef, type KeyboardEvent } from "react";
import { pressedAmong } from "../model/shortcuts.ts";
import { Curtain } from "../ui/curtain.tsx";
import { IconButton } from "../ui/button.tsx";
import { Caption } from "./caption.tsx";
import { Head } from "./head.tsx";
import { Stage, type StageHandle } from "./stage.tsx";
import { useWalk } from "./use-walk.ts";

interface ViewerProps {
  readonly chat_id: number;
  /** `undefined` while nothing is shown. */
  readonly message_id: number | undefined;
  readonly onGo: (message_id: number) => void;
  readonly onClose: () => void;
}

const SIDE =
  "absolute top-1/2 z-10 -translate-y-1/2 bg-black/40 text-white hover:bg-black/70 hover:text-white max-sm:hidden";

export function Viewer({ chat_id, message_id, onGo, onClose }: ViewerProps) {
  const { t } = useLingui();
  const { current, previous, next } = useWalk(chat_id, message_id ?? 0);
  const stage = useRef<StageHandle>(null);
  const go = (to: { readonly message_id: number } | undefined) => to && onGo(to.message_id);
  const onKeyDown = (event: KeyboardEvent) => {
    const deed = deedOf(event);
    if (!deed) return;
    event.preventDefault();
    if (deed === "next") go(next);
    else if (deed === "previous") go(previous);
    else stage.current?.[deed]();
  };
  return (
    <Curtain
      open={current !== undefined}
      onClose={onClose}
      title={current?.video ? t`Video` : t`Photo`}
      onKeyDown={onKeyDown}
    >
      {current && (
        <>
          <Head message={current} stage={stage} onClose={onClose} />
          <Stage
            key={current.message_id}
            handle={stage}
            message={current}
            nearby={[previous, next]}
            onMeaning={(meaning) => (meaning === "close" ? onClose() : go(meaning === "next" ? next : previous))}
          />
          <Caption message={current} />
          {previous && (
            <IconButton label={t`Previous`} className={`${SIDE} start-3`} onClick={() => go(previous)}>
              <ChevronLeft aria-hidden className="size-6 rtl:-scale-x-100" />
            </IconButton>
          )}
          {next && (
            <IconButton label={t`Next`} className={`${SIDE} end-3`} onClick={() => go(next)}>
              <ChevronRight aria-hidden className="size-6 rtl:-scale-x-100" />
            </IconButton>
          )}
        </>
      )}
    </Curtain>
  );
}

type Deed = "next" | "previous" | "closer" | "further" | "whole";

function deedOf({ nativeEvent }: KeyboardEvent): Deed | undefined {
  // A film that has the keyboard is steered by its own keys.
  if (nativeEvent.target instanceof HTMLVideoElement) return undefined;
  const name = pressedAmong(nativeEvent, ["picture_to_left", "picture_to_right", "closer", "further", "whole"]);
  if (name !== "picture_to_left" && name !== "picture_to_right") return name;
  const onward = document.documentElement.dir === "rtl" ? "picture_to_left" : "picture_to_right";
  return name === onward ? "next" : "previous";
}
