/** A popover beside its button, or beside what it is about. */
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { useInitialFocus } from "../focus/initial-focus.ts";
import type { MenuAnchor } from "./menu.tsx";
import { useCloseOnBack } from "./use-close-on-back.ts";

interface PopoverProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

const POPUP =
  "origin-(--transform-origin) overflow-hidden rounded-2xl border border-line bg-raised shadow-xl outline-none transition-[transform,opacity] data-[ending-style]:scale-95 data-[starting-style]:scale-95 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0";

export function Popover({ label, trigger, open, onOpenChange, children }: PopoverProps) {
  useCloseOnBack(open, () => onOpenChange(false));
  const focus = useInitialFocus();
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side="top" align="end" sideOffset={8} className="z-50 outline-none">
          <Base.Popup {...focus} aria-label={label} className={POPUP}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface AnchoredPopoverProps {
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly anchor: MenuAnchor | undefined;
  readonly children: ReactNode;
}

/** Opened by a menu or a key, without a button of its own. */
export function AnchoredPopover({ label, open, onClose, anchor, children }: AnchoredPopoverProps) {
  useCloseOnBack(open, onClose);
  const focus = useInitialFocus();
  return (
    <Base.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Base.Portal>
        <Base.Positioner
          sideOffset={4}
          collisionPadding={8}
          className="z-50 outline-none"
          {...(anchor ? { anchor } : {})}
        >
          <Base.Popup {...focus} aria-label={label} className={POPUP}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
