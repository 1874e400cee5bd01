/** The recovery codes of a second factor, which are shown once. */
import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { CopyButton, CopyFailedNote } from "../../ui/clipboard/copy-field.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const [isRefused, setRefused] = useState(false);
  const select = () => {
    setRefused(true);
    getSelection()?.selectAllChildren(list.current!);
  };
  return (
    <div ref={showFromStart} tabIndex={-1} className="flex scroll-mt-16 flex-col gap-4 outline-none">
      <p className="text-sm text-soft">
        <Trans>
          Keep these recovery codes where you find them if this device or your phone is lost. Each lets you in once, and
          they are shown only now.
        </Trans>
      </p>
      <ul
        ref={list}
        aria-label={t`Recovery codes`}
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fill,minmax(19ch,1fr))] gap-x-6 gap-y-1 font-mono whitespace-nowrap"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      {isRefused && <CopyFailedNote />}
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton variant="soft" text={codes.join("\n")} onRefused={select} />
        <Button onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The codes take the place of a form that was scrolled down. */
function showFromStart(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "start" });
}
