/** Why messages cannot be forwarded or copied: their sender has protected their content. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";

/** @returns `undefined` if none of the messages is protected */
export function useProtectedContentReason(messages: readonly Message[]): string | undefined {
  const { t } = useLingui();
  return messages.some(({ has_protected_content }) => has_protected_content)
    ? t`Whoever sent it lets nobody forward or copy it.`
    : undefined;
}
