/** Copies text; if the browser refuses, shows it in a dialog, where the person can copy it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, use, useState, type ReactNode } from "react";
import { copyText } from "./clipboard.ts";
import { Dialog } from "../overlays/dialog.tsx";
import { TextArea } from "../forms/text-field.tsx";
import { useToast } from "../feedback/toasts.tsx";

const Context = createContext<(text: string) => void>(() => {});

export function CopyProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const [isDisabled, setRefused] = useState<string>();
  const [open, setOpen] = useState(false);
  const show = (text: string) => {
    setRefused(text);
    setOpen(true);
  };
  return (
    <Context value={show}>
      {children}
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Copy it yourself`}>
        <div className="flex flex-col gap-4 px-5 pb-5">
          <p className="text-soft">
            <CopyFailedText />
          </p>
          <TextArea
            readOnly
            autoFocus
            rows={6}
            label={t`Text`}
            value={isDisabled ?? ""}
            dir="auto"
            onFocus={(event) => event.target.select()}
          />
        </div>
      </Dialog>
    </Context>
  );
}

/** Shown beside the selected text. */
export function CopyFailedText() {
  return (
    <Trans>
      The browser did not let it be copied. It is selected: press Ctrl C (⌘ C on a Mac), or take Copy from its menu.
    </Trans>
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
