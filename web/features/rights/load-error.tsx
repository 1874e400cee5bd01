/** Shown in place of content that could not be loaded: the reason and a button to try again. */
import { Trans } from "@lingui/react/macro";
import { Button } from "../../ui/buttons/button.tsx";
import { useErrorMessage } from "./use-error-message.ts";

interface LoadErrorProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

export function LoadError({ error, onRetry }: LoadErrorProps) {
  const errorMessage = useErrorMessage();
  return (
    <div role="alert" className="grid h-full flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
      <p className="text-soft">{errorMessage(error)}</p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
