/** Something that has to be noticed, or to be decided, before anything else. */
import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useModal } from "./use-modal.ts";

interface AlertProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The word on the button that closes it. */
  readonly close: string;
  /** What else can be done. */
  readonly deed?: { readonly label: string; readonly onDo: () => void } | undefined;
}

export function Alert({ open, onClose, title, children, close, deed }: AlertProps) {
  const modal = useModal(open, onClose);
  return (
    <Base.Root open={open} onOpenChange={(stays) => !stays && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-overlay" />
        <Base.Popup
          {...modal}
          className="fixed start-1/2 top-1/2 z-50 flex max-h-[92vh] w-[min(24rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 flex-col gap-3 overflow-y-auto rounded-2xl bg-raised p-6 shadow-2xl outline-none rtl:translate-x-1/2"
        >
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Base.Description className="whitespace-pre-wrap break-words text-soft">{children}</Base.Description>
          <div className="mt-2 flex justify-end gap-2">
            <Base.Close render={<Button look={deed ? "plain" : "primary"}>{close}</Button>} />
            {deed && (
              <Button
                look="danger"
                onClick={() => {
                  deed.onDo();
                  onClose();
                }}
              >
                {deed.label}
              </Button>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
