/** The line between two ways to go on, of which one is enough. */
import { Trans } from "@lingui/react/macro";

export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Trans>or</Trans>
    </p>
  );
}
