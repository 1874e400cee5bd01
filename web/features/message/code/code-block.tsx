/**
 * A code block with a copy button. Long lines wrap, because a scroll container in a message could not be reached by the
 * keyboard.
 */
import { useLingui } from "@lingui/react/macro";
import { Copy } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "../../../ui/buttons/button.tsx";
import { useCopy } from "../../../ui/clipboard/copy-provider.tsx";
import { useTabIndex } from "../../../ui/focus/tab-index.ts";
import type { CodeMeaning, CodePart } from "./highlighted-part.ts";
import { useHighlighted } from "./use-highlighted.ts";

const CLASSES: Readonly<Record<CodeMeaning, string>> = {
  keyword: "text-code-keyword",
  string: "text-code-string",
  comment: "text-code-comment",
  number: "text-code-number",
  name: "text-code-name",
};

export function CodeBlock({ text, language }: { readonly text: string; readonly language: string | undefined }) {
  const { t } = useLingui();
  const tabIndex = useTabIndex();
  const copy = useCopy();
  const parts = useHighlighted(text, language);
  return (
    <span className="group/code relative my-1 block rounded-lg bg-shade">
      {language !== undefined && (
        <span className="block px-3 pt-2 text-xs font-medium text-soft select-none">{language}</span>
      )}
      <code className="block whitespace-pre-wrap wrap-anywhere px-3 py-2 font-mono text-[0.85em]" dir="ltr">
        {parts ? renderParts(parts) : text}
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

function renderParts(parts: readonly CodePart[]): ReactNode {
  return parts.map((part, index) =>
    typeof part === "string" ? (
      part
    ) : (
      <span key={index} className={CLASSES[part.meaning]}>
        {renderParts(part.parts)}
      </span>
    ),
  );
}
