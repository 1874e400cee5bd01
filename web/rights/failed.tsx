/** What was to be shown here has not come: why, and the way to ask for it again. */
import { Trans } from "@lingui/react/macro";
import { Button } from "../ui/button.tsx";
import { useSentence } from "./use-sentence.ts";

interface FailedProps {
  readonly error: unknown;
  readonly onAgain: () => void;
}

export function Failed({ error, onAgain }: FailedProps) {
  const sentence = useSentence();
  return (
    <div role="alert" className="grid h-full flex-1 place-content-center justify-items-center gap-3 p-6 text-center">
      <p className="text-soft">{sentence(error)}</p>
      <Button onClick={onAgain}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
