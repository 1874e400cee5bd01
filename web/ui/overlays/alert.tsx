/** An alert dialog that must be acknowledged or decided. */
import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "../buttons/button.tsx";
import { useModal } from "./use-modal.ts";

interface AlertAction {
  readonly label: string;
  readonly onDo: () => void;
  /** An action that destroys nothing has the variant `primary`. */
  readonly variant?: "danger" | "primary";
}

interface AlertProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The label of the closing button. */
  readonly close: string;
  /** A further action. */
  readonly action?: AlertAction | undefined;
}

export function Alert({ open, onClose, title, children, close, action }: AlertProps) {
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
          <Base.Description render={<div />} className="whitespace-pre-wrap break-words text-soft">
            {children}
          </Base.Description>
          <div className="mt-2 flex justify-end gap-2">
            <Base.Close render={<Button variant={action ? "plain" : "primary"}>{close}</Button>} />
            {action && (
              <Button
                variant="danger"
                onClick={() => {
                  action.onDo();
                  onClose();
                }}
              >
                {action.label}
              </Button>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
