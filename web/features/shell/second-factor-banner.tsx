/** The banner for a person who has to set up a second factor before their sessions end. */
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useClientState } from "../../core/client/context.tsx";
import { useFormat } from "../../i18n/format.ts";
import { Time } from "../../i18n/time.tsx";

export function SecondFactorBanner() {
  const format = useFormat();
  const due_at = useClientState((state) => state.me?.second_factor_due);
  if (due_at === undefined) return null;
  return (
    <p role="note" className="safe-top shrink-0 bg-accent-fill/12 px-4 py-1.5 text-center text-sm">
      <Trans>
        This service requires a second factor.{" "}
        <Link to="/settings" className="touch-link text-accent underline">
          Set one up
        </Link>{" "}
        until <Time value={format.moment(due_at)} />.
      </Trans>
    </p>
  );
}
