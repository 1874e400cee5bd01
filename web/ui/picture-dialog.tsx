/** One picture shown as large as the window, opened by its smaller self. */
import { Dialog as Base } from "@base-ui/react/dialog";
import { useLingui } from "@lingui/react/macro";
import { Download, X } from "lucide-react";
import type { CSSProperties, ReactNode } from "react";
import { IconButton } from "./button.tsx";

interface PictureDialogProps {
  /** What it is, read aloud. */
  readonly title: string;
  readonly address: string;
  /** The smaller self. */
  readonly children: ReactNode;
  readonly className?: string;
  readonly style?: CSSProperties | undefined;
}

const ROUND = "grid size-10 place-items-center rounded-full bg-black/60 text-white hover:bg-black hover:text-white";

export function PictureDialog({ title, address, children, className, style }: PictureDialogProps) {
  const { t } = useLingui();
  return (
    <Base.Root>
      <Base.Trigger className={className} style={style}>
        {children}
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/90 transition-opacity data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Base.Popup className="fixed inset-0 z-50 grid place-items-center p-4 outline-none">
          <Base.Title className="sr-only">{title}</Base.Title>
          <Base.Close aria-label={t`Close`} tabIndex={-1} className="absolute inset-0 cursor-zoom-out" />
          <img
            src={address}
            alt={title}
            className="relative max-h-[calc(100dvh-2rem)] max-w-full rounded-md object-contain"
          />
          <div className="absolute end-3 top-3 flex gap-2">
            <a href={address} download aria-label={t`Save`} title={t`Save`} className={ROUND}>
              <Download aria-hidden className="size-5" />
            </a>
            <Base.Close
              render={
                <IconButton label={t`Close`} className={ROUND}>
                  <X aria-hidden className="size-5" />
                </IconButton>
              }
            />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
