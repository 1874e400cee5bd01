/** The highlighted parts of code. */
import { useEffect, useState } from "react";
import type { CodePart } from "./highlighted-part.ts";

/** @returns `undefined` while they are not known: the code is then shown without colours */
export function useHighlighted(code: string, language: string | undefined): readonly CodePart[] | undefined {
  const [known, setKnown] = useState<{ readonly code: string; readonly parts: readonly CodePart[] }>();
  useEffect(() => {
    if (language === undefined) return undefined;
    let isCurrent = true;
    const find = async () => {
      const { highlight } = await import("./highlight.ts");
      const parts = await highlight(code, language);
      if (isCurrent && parts) setKnown({ code, parts });
    };
    // Without colours, the code can be read as well.
    find().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [code, language]);
  return known?.code === code ? known.parts : undefined;
}
