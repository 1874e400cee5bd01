/** The recovery codes of a second factor, which are shown once. */
import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/buttons/button.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        <Trans>
          Keep these recovery codes where you find them without your phone. Each lets you in once, and they are shown
          only now.
        </Trans>
      </p>
      <ul
        aria-label={t`Recovery codes`}
        dir="ltr"
        className="grid grid-cols-[repeat(auto-fill,minmax(19ch,1fr))] gap-x-6 gap-y-1 font-mono whitespace-nowrap"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button className="self-end" onClick={onDone}>
        <Trans>I have kept them</Trans>
      </Button>
    </div>
  );
}
