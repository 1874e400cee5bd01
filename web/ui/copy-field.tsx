/** A text to be taken elsewhere, with a button that copies it. */
import { Trans } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";
import { INPUT_LOOK } from "./field.tsx";

interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
}

export function CopyField({ label, text }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Plain http has no clipboard: there, the field can be selected.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <div className="flex w-full gap-2">
      <input
        aria-label={label}
        readOnly
        dir="ltr"
        value={text}
        onFocus={(event) => event.target.select()}
        className={INPUT_LOOK}
      />
      <Button onClick={copy} className="h-11">
        {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      </Button>
    </div>
  );
}
