/** A modal dialog with focus trap; the focus returns when it closes. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "../classes.ts";
import { IconButton } from "../buttons/button.tsx";
import { useModal } from "./use-modal.ts";

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** Without a visible header; the title is for screen readers only. */
  readonly bare?: boolean;
  readonly className?: string;
}

export function Dialog({ open, onClose, title, children, bare = false, className }: DialogProps) {
  const { t } = useLingui();
  const modal = useModal(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-overlay transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup
          {...modal}
          className={classes(
            "fixed start-1/2 top-[8vh] z-50 flex max-h-[84vh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-y-auto rounded-2xl bg-raised shadow-2xl outline-none transition-all data-[ending-style]:scale-95 data-[ending-style]:opacity-0 data-[starting-style]:scale-95 data-[starting-style]:opacity-0 rtl:translate-x-1/2",
            className,
          )}
        >
          <div
            className={
              bare ? "sr-only" : "sticky top-0 z-10 flex items-center justify-between gap-4 bg-raised py-3 pe-3 ps-5"
            }
          >
            <Base.Title className="min-w-0 text-lg font-semibold">{title}</Base.Title>
            {!bare && (
              <Base.Close
                render={
                  <IconButton label={t`Close`} size="small-icon">
                    <X aria-hidden className="size-5" />
                  </IconButton>
                }
              />
            )}
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
