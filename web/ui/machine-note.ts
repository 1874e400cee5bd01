/** What to say beside an address that is of no use to anybody elsewhere. */
import { useLingui } from "@lingui/react/macro";
import { isOfOneMachine } from "../model/public-link.ts";

export function useMachineNote(address: string): string | undefined {
  const { t } = useLingui();
  if (!isOfOneMachine(address)) return undefined;
  return t`Works on this machine only. For others, open Heliogram at the address they use, or set HELIOGRAM_PUBLIC_URL where it runs.`;
}
