/** A formula; its source until the library is loaded that sets it, and where it cannot be set. */
import { useEffect, useRef, useState } from "react";

interface FormulaProps {
  readonly expression: string;
  /** Whether it stands on lines of its own. */
  readonly isBlock: boolean;
}

export function Formula({ expression, isBlock }: FormulaProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    const set = async () => {
      const { setFormula } = await import("./set-formula.ts");
      if (isCurrent) setShown(setFormula(box.current!, expression, isBlock) ? expression : undefined);
    };
    set().catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [expression, isBlock]);
  const isSet = shown === expression;
  return (
    <>
      <span ref={box} dir="ltr" hidden={!isSet} />
      {!isSet && (
        <code dir="ltr" className="rounded bg-shade px-1 py-px font-mono text-[0.9em]">
          {expression}
        </code>
      )}
    </>
  );
}
