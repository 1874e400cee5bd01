/** Who must have a second factor, in words. */
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import { useLingui } from "@lingui/react/macro";

export function useFactorScopes(): Readonly<Record<FactorScope, string>> {
  const { t } = useLingui();
  return { nobody: t`Nobody`, owners: t`Owners of the service`, everybody: t`Everybody` };
}
