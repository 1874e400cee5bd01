/** Saves a page of the panel, or says what stands in the way. */
import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { Why } from "../ui/why.tsx";

interface SaveButtonProps {
  readonly reason: string | undefined;
  readonly busy: boolean;
  readonly onClick: () => void;
}

export function SaveButton({ reason, busy, onClick }: SaveButtonProps) {
  return (
    <Why reason={reason}>
      {(why) => (
        <Button
          className="flex-1 aria-disabled:opacity-55"
          disabled={busy && reason === undefined}
          onClick={reason === undefined ? onClick : undefined}
          {...why}
        >
          <Trans>Save</Trans>
        </Button>
      )}
    </Why>
  );
}
