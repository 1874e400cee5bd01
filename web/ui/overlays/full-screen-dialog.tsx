/** A dark full-screen dialog with focus trap; the focus returns when it closes. */
import { Dialog as Base } from "@base-ui/react/dialog";
import type { KeyboardEvent, ReactNode } from "react";
import { useModal } from "./use-modal.ts";

interface FullScreenDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** The accessible name. */
  readonly title: string;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly children: ReactNode;
}

export function FullScreenDialog({ open, onClose, title, onKeyDown, children }: FullScreenDialogProps) {
  const modal = useModal(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/95 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          {...modal}
          onKeyDown={(event) => {
            onKeyDown(event);
            modal.onKeyDown(event);
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
