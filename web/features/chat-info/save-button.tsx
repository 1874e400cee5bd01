/** The Save button of a page, disabled with a reason if saving is not possible. */
import { Trans } from "@lingui/react/macro";
import { ButtonWithReason } from "../../ui/buttons/button-with-reason.tsx";

interface SaveButtonProps {
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onClick: () => void;
}

export function SaveButton({ reason, busy, onClick }: SaveButtonProps) {
  return (
    <ButtonWithReason className="flex-1" reason={reason} busy={busy} onClick={onClick}>
      <Trans>Save</Trans>
    </ButtonWithReason>
  );
}
