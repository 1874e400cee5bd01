/** A read-only field with a copy button. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useRef, useState, type ComponentProps } from "react";
import { Button } from "../buttons/button.tsx";
import { classes } from "../classes.ts";
import { CopyFailedText } from "./copy-failed-text.tsx";
import { useCopy } from "./copy-provider.tsx";
import { copyText } from "./clipboard.ts";
import { INPUT_CLASS } from "../forms/text-field.tsx";
import { LabelledControl } from "../forms/labelled-control.tsx";
import { useLocalAddressHint } from "./local-address-hint.ts";

interface CopyButtonProps extends Pick<ComponentProps<typeof Button>, "variant"> {
  readonly text: string;
  readonly className?: string;
  /** Selects the text beside the button, so that the person can copy it if the browser refuses. */
  readonly onRefused?: () => void;
}

export function CopyButton({ text, className, onRefused, variant }: CopyButtonProps) {
  const { t } = useLingui();
  const copyOrShow = useCopy();
  // The button is reset when it gets another text.
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  const copy = async () => {
    const isThere = await (onRefused ? copyText(text) : copyOrShow(text));
    setCopied(isThere ? text : undefined);
    if (!isThere) onRefused?.();
  };
  return (
    <Button variant={variant} onClick={() => void copy()} className={classes("min-h-11 shrink-0", className)}>
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
  const note = useLocalAddressHint(text);
  const input = useRef<HTMLInputElement>(null);
  const [isDisabled, setRefused] = useState(false);
  const select = () => {
    setRefused(true);
    input.current?.focus();
    input.current?.select();
  };
  return (
    <div className="flex flex-col gap-1.5">
      <LabelledControl label={label} hint={note}>
        {(attributes) => (
          <div className="flex gap-2">
            <input
              ref={input}
              readOnly
              dir="ltr"
              value={text}
              onFocus={(event) => event.target.select()}
              className={classes(INPUT_CLASS, "min-w-0 font-mono text-sm")}
              {...attributes}
            />
            <CopyButton text={text} onRefused={select} />
          </div>
        )}
      </LabelledControl>
      {isDisabled && <CopyFailedNote />}
    </div>
  );
}

/** Asks the person to copy the selected text. */
export function CopyFailedNote() {
  return (
    <p role="alert" className="text-sm text-danger">
      <CopyFailedText />
    </p>
  );
}
