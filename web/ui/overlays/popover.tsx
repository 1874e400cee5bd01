/** A popover beside its button. */
import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { useInitialFocus } from "../focus/initial-focus.ts";
import { useCloseOnBack } from "./use-close-on-back.ts";

interface PopoverProps {
  readonly label: string;
  readonly trigger: ReactElement;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

export function Popover({ label, trigger, open, onOpenChange, children }: PopoverProps) {
  useCloseOnBack(open, () => onOpenChange(false));
  const focus = useInitialFocus();
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side="top" align="end" sideOffset={8} className="z-50 outline-none">
          <Base.Popup
            {...focus}
            aria-label={label}
            className="origin-(--transform-origin) overflow-hidden rounded-2xl border border-line bg-raised shadow-xl outline-none transition-[transform,opacity] data-[ending-style]:scale-95 data-[starting-style]:scale-95 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0"
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
