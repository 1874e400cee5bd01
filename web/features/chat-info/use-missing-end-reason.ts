/** Why a form that needs an end date cannot be submitted yet. */
import { useLingui } from "@lingui/react/macro";

/** @returns `undefined` if an end, or no end, is chosen */
export function useMissingEndReason(until_s: number | undefined): string | undefined {
  const { t } = useLingui();
  return until_s === undefined ? t`Choose a day and time within the next year.` : undefined;
}
