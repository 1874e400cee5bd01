/** Why what ends at a moment cannot be done yet. */
import { useLingui } from "@lingui/react/macro";

/** @returns nothing where there is a moment, or none is wanted */
export function useNoMoment(until_s: number | undefined): string | undefined {
  const { t } = useLingui();
  return until_s === undefined ? t`Choose a day and time within the next year.` : undefined;
}
