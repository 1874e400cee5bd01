/** A dark window over everything: focus goes in, stays in, and comes back to what opened it. */
import { Dialog as Base } from "@base-ui/react/dialog";
import type { KeyboardEvent, ReactNode } from "react";
import { useFocusAtOnce } from "./focus-at-once.ts";
import { tabRound } from "./tab-round.ts";
import { useBackCloses } from "./use-back-closes.ts";
import { useReturn } from "./use-return.ts";

interface CurtainProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** What it shows, read aloud. */
  readonly title: string;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

export function Curtain({ open, onClose, title, onKeyDown, children }: CurtainProps) {
  useBackCloses(open, onClose);
  const back = useReturn(open);
  const focus = useFocusAtOnce();
  return (
    <Base.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/95 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          {...focus}
          finalFocus={back}
          onKeyDown={(event) => {
            onKeyDown(event);
            tabRound(event);
          }}
          className="fixed inset-0 z-50 outline-none transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
