/** Copies text; if the browser refuses, shows it in a dialog, where the person can copy it. */
import { createContext, use, useState, type ReactNode } from "react";
import { useToast } from "../feedback/toasts.tsx";
import { lateOverlay } from "../late-component.tsx";
import { copyText } from "./clipboard.ts";

const CopyDialog = lateOverlay(async () => (await import("./copy-dialog.tsx")).CopyDialog);

const Context = createContext<(text: string) => void>(() => {});

export function CopyProvider({ children }: { readonly children: ReactNode }) {
  const [refused, setRefused] = useState("");
  const [open, setOpen] = useState(false);
  const show = (text: string) => {
    setRefused(text);
    setOpen(true);
  };
  return (
    <Context value={show}>
      {children}
      <CopyDialog open={open} onClose={() => setOpen(false)} text={refused} />
    </Context>
  );
}

/** @returns a function that copies a text and shows a toast with `words`; it resolves to whether the text was copied */
export function useCopy(): (text: string, words?: string) => Promise<boolean> {
  const show = use(Context);
  const notify = useToast();
  return async (text, words) => {
    const done = await copyText(text);
    if (!done) show(text);
    else if (words !== undefined) notify(words);
    return done;
  };
}
