/** A spinner in place of a screen, until the server has responded. */
import { useLingui } from "@lingui/react/macro";
import { Spinner } from "./spinner.tsx";

export function LoadingScreen() {
  const { t } = useLingui();
  return (
    <div role="status" aria-label={t`Connecting…`} className="grid h-full place-items-center text-soft">
      <Spinner className="size-8" />
    </div>
  );
}
