/** Toasts: short messages that disappear by themselves and are announced to screen readers. */
import { createContext, use, useCallback, useRef, useState, type ReactNode } from "react";
import { useLateLoad } from "../late-component.tsx";
import { lazyComponent } from "../lazy-component.tsx";

type ShowToast = (text: string) => void;

const ToastRegion = lazyComponent(async () => (await import("./toast-region.tsx")).ToastRegion);

const Context = createContext<ShowToast>(() => {});

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  const [isNeeded, setNeeded] = useState(false);
  const isLoaded = useLateLoad(ToastRegion, isNeeded);
  /** Toasts from before the region was there. */
  const waiting = useRef<string[]>([]);
  const region = useRef<ShowToast>(undefined);
  const show = useCallback((text: string) => {
    if (region.current) region.current(text);
    else {
      waiting.current.push(text);
      setNeeded(true);
    }
  }, []);
  const onReady = useCallback((add: ShowToast) => {
    region.current = add;
    for (const text of waiting.current.splice(0)) add(text);
  }, []);
  return (
    <Context value={show}>
      {children}
      {isLoaded && <ToastRegion onReady={onReady} />}
    </Context>
  );
}

/** @returns a function that shows a toast; it stays the same */
export function useToast(): ShowToast {
  return use(Context);
}
