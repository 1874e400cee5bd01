/** Something to be taken along: shown in a field, and copied at the press of a button. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { INPUT_LOOK } from "./field.tsx";
import { classes } from "./classes.ts";
import { Frame } from "./frame.tsx";
import { useMachineNote } from "./machine-note.ts";

export function CopyButton({ text, className }: { readonly text: string; readonly className?: string }) {
  const { t } = useLingui();
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Plain http has no clipboard: there, the field beside it can be selected.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <Button onClick={copy} className={classes("h-11 shrink-0", className)}>
      {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      <span role="status" className="sr-only">
        {copied ? t`Copied to the clipboard` : ""}
      </span>
    </Button>
  );
}

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
}

export function CopyField({ label, text }: CopyFieldProps) {
  const note = useMachineNote(text);
  return (
    <Frame label={label} hint={note}>
      {(tied) => (
        <div className="flex gap-2">
          <input
            readOnly
            dir="ltr"
            value={text}
            onFocus={(event) => event.target.select()}
            className={classes(INPUT_LOOK, "min-w-0 font-mono text-sm")}
            {...tied}
          />
          <CopyButton text={text} />
        </div>
      )}
    </Frame>
  );
}
