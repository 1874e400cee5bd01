/** Saves a page of the panel, or says what stands in the way. */
import { Trans } from "@lingui/react/macro";
import { ReasonedButton } from "../ui/reasoned-button.tsx";

interface SaveButtonProps {
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onClick: () => void;
}

export function SaveButton({ reason, busy, onClick }: SaveButtonProps) {
  return (
    <ReasonedButton className="flex-1" reason={reason} busy={busy} onClick={onClick}>
      <Trans>Save</Trans>
    </ReasonedButton>
  );
}
