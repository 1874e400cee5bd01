/** Why messages cannot be taken elsewhere: whoever sent them has asked for that. */
import { useLingui } from "@lingui/react/macro";
import type { Message } from "@heliogram/shared/wire.ts";

/** @returns nothing where all of them can be forwarded and copied */
export function useSealed(messages: readonly Message[]): string | undefined {
  const { t } = useLingui();
  return messages.some(({ has_protected_content }) => has_protected_content)
    ? t`Whoever sent it lets nobody forward or copy it.`
    : undefined;
}
