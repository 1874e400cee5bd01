/** A hint for addresses that work on this machine only. */
import { useLingui } from "@lingui/react/macro";
import { isLoopbackUrl } from "../../core/model/chats/public-link.ts";

export function useLocalAddressHint(address: string): string | undefined {
  const { t } = useLingui();
  if (!isLoopbackUrl(address)) return undefined;
  return t`Works on this machine only. For others, open Heliogram at the address they use, or set HELIOGRAM_PUBLIC_URL where it runs.`;
}
