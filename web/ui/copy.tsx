/** Something to be taken along: shown in a field, and copied at the press of a button. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { RefusedWords, useCopy } from "./copying.tsx";
import { copyText } from "./copy.ts";
import { INPUT_LOOK } from "./field.tsx";
import { Frame } from "./frame.tsx";
import { useMachineNote } from "./machine-note.ts";

interface CopyButtonProps {
  readonly text: string;
  readonly className?: string;
  /** Selects the text, where it stands beside the button: for the person to copy it, should the browser refuse. */
  readonly onRefused?: () => void;
}

export function CopyButton({ text, className, onRefused }: CopyButtonProps) {
  const { t } = useLingui();
  const copyOrShow = useCopy();
  // Another text beside the same button is another one to copy.
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  const copy = async () => {
    const isThere = await (onRefused ? copyText(text) : copyOrShow(text));
    setCopied(isThere ? text : undefined);
    if (!isThere) onRefused?.();
  };
  return (
    <Button onClick={() => void copy()} className={classes("min-h-11 shrink-0", className)}>
      {done ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      {done ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
      <span role="status" className="sr-only">
        {done ? t`Copied to the clipboard` : ""}
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
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(false);
  const select = () => {
    setRefused(true);
    input.current?.focus();
    input.current?.select();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <Frame label={label} hint={note}>
        {(tied) => (
          <div className="flex gap-2">
            <input
              ref={input}
              readOnly
              dir="ltr"
              value={text}
              onFocus={(event) => event.target.select()}
              className={classes(INPUT_LOOK, "min-w-0 font-mono text-sm")}
              {...tied}
            />
            <CopyButton text={text} onRefused={select} />
          </div>
        )}
      </Frame>
      {refused && <Refused />}
    </div>
  );
}

/** Says that the person has to copy what is selected beside it. */
export function Refused() {
  return (
    <p role="alert" className="text-sm text-danger">
      <RefusedWords />
    </p>
  );
}
