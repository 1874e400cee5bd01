/** The region of the page where toasts appear, with Base UI's queue of them. */
import { Toast } from "@base-ui/react/toast";
import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useEffect } from "react";

const SHOWN_MS = 5000;

interface ToastRegionProps {
  /** Called when the region is there, with the function that shows a toast in it. */
  readonly onReady: (show: (text: string) => void) => void;
}

export function ToastRegion({ onReady }: ToastRegionProps) {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-0 top-4 z-[60] mx-auto flex w-[min(24rem,calc(100vw-2rem))] flex-col items-center gap-2">
          <Toasts onReady={onReady} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts({ onReady }: ToastRegionProps) {
  const { t } = useLingui();
  const { toasts, add } = Toast.useToastManager();
  useEffect(() => onReady((text) => void add({ title: text })), [add, onReady]);
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      swipeDirection={["up", "right"]}
      className="pointer-events-auto flex w-full items-center gap-3 rounded-xl bg-notice py-3 pe-2 ps-4 text-white shadow-xl transition-all data-[ending-style]:-translate-y-2 data-[ending-style]:opacity-0 data-[starting-style]:-translate-y-2 data-[starting-style]:opacity-0"
    >
      <Toast.Content className="min-w-0 flex-1">
        <Toast.Title className="break-words text-sm" />
      </Toast.Content>
      <Toast.Close aria-label={t`Close`} className="grid size-8 place-items-center rounded-full hover:bg-white/15">
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ));
}
