/** Copies a text, and says that it did. */
import { Trans } from "@lingui/react/macro";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "./button.tsx";

interface CopyButtonProps {
  readonly text: string;
  readonly size?: "small" | "large";
}

export function CopyButton({ text, size = "large" }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Plain http has no clipboard: there, the text beside it can be selected.
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  };
  return (
    <Button onClick={copy} size={size} look={size === "small" ? "soft" : "primary"}>
      {copied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
    </Button>
  );
}
