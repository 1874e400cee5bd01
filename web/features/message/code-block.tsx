/**
 * A code block with a copy button. Long lines wrap, because a scroll container in a message could not be reached by the
 * keyboard.
 */
import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import { IconButton } from "../../ui/buttons/button.tsx";
import { useCopy } from "../../ui/clipboard/copy-provider.tsx";
import { useTabIndex } from "../../ui/focus/tab-index.ts";

export function CodeBlock({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const copy = useCopy();
  return (
    <span className="group/code relative my-1 block rounded-lg bg-shade">
      {language !== undefined && (
        <span className="block px-3 pt-2 text-xs font-medium text-soft select-none">{language}</span>
      )}
      <code className="block whitespace-pre-wrap wrap-anywhere px-3 py-2 font-mono text-[0.85em]" dir="ltr">
        {text}
      </code>
      <IconButton
        label={t`Copy`}
        tabIndex={tabIndex}
        size="small-icon"
        className="absolute end-1 top-1 opacity-0 focus-visible:opacity-100 group-hover/code:opacity-100 pointer-coarse:opacity-100"
        onClick={() => void copy(text, t`The text is copied.`)}
      >
        <Copy aria-hidden className="size-4" />
      </IconButton>
    </span>
  );
}
