/** The form of a dialog that sends something of the person or their device, once they have confirmed it. */
import { Trans } from "@lingui/react/macro";
import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";

interface SharingFormProps {
  readonly children: ReactNode;
  /** The words of the button that sends. */
  readonly send: ReactNode;
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly onClose: () => void;
}

export function SharingForm({ children, send, busy, error, onSubmit, onClose }: SharingFormProps) {
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4 px-5 pb-5">
      {children}
      {error !== undefined && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" disabled={busy}>
          {busy && <Spinner />}
          {send}
        </Button>
      </div>
    </form>
  );
}
