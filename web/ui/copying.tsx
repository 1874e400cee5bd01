/** Copying what a person asks for; where the browser refuses, the text is shown, so that they can do it. */
import { Trans, useLingui } from "@lingui/react/macro";
import { createContext, use, useState, type ReactNode } from "react";
import { copyText } from "./copy.ts";
import { Dialog } from "./dialog.tsx";
import { TextArea } from "./field.tsx";
import { useNotice } from "./toasts.tsx";

const Context = createContext<(text: string) => void>(() => {});

export function CopyingProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useLingui();
  const [refused, setRefused] = useState<string>();
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
            <RefusedWords />
          </p>
          <TextArea
            readOnly
            autoFocus
            rows={6}
            label={t`Text`}
            value={refused ?? ""}
            dir="auto"
            onFocus={(event) => event.target.select()}
          />
        </div>
      </Dialog>
    </Context>
  );
}

/** Stands beside the text, which is selected. */
export function RefusedWords() {
  return (
    <Trans>
      The browser did not let it be copied. It is selected: press Ctrl C (⌘ C on a Mac), or take Copy from its menu.
    </Trans>
  );
}

/** @returns the function that copies, and says so in these words once it is done. It resolves to whether it was. */
export function useCopy(): (text: string, words?: string) => Promise<boolean> {
  const show = use(Context);
  const notify = useNotice();
  return async (text, words) => {
    const done = await copyText(text);
    if (!done) show(text);
    else if (words !== undefined) notify(words);
    return done;
  };
}
