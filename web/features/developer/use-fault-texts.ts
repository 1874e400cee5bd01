/** Words for fault rules. */
import { useLingui } from "@lingui/react/macro";
import type { FaultEffect } from "@heliogram/shared/faults.ts";
import type { Fault } from "@heliogram/shared/wire.ts";
import { useFormat } from "../../i18n/format.ts";

/** @returns what happens by a rule, as a sentence */
export function useFaultSentence(): (fault: Fault) => string {
  const { t } = useLingui();
  const format = useFormat();
  return ({ effect, error_code = 0, description, delay_ms = 0, cut_bytes = 0 }) => {
    const texts: Readonly<Record<FaultEffect, string>> = {
      error: description === undefined ? t`Calls fail with ${error_code}` : t`Calls fail: ${description}`,
      delay: t`Calls take ${format.milliseconds(delay_ms)} longer`,
      hang: t`Calls get no response`,
      reset: t`The connection of calls is reset`,
      cut: t`Responses to calls end after ${format.size(cut_bytes)}`,
      duplicate: t`Updates come twice`,
      reorder: t`Updates come after the one that follows them`,
      webhook_error: t`Requests to webhooks are answered with ${error_code}`,
      webhook_timeout: t`Requests to webhooks time out`,
      webhook_reset: t`The connection of requests to webhooks is reset`,
    };
    return texts[effect];
  };
}

/** The choices of what happens. */
export function useFaultEffects(): readonly { readonly value: FaultEffect; readonly label: string }[] {
  const { t } = useLingui();
  return [
    { value: "error", label: t`Calls: an error` },
    { value: "delay", label: t`Calls: a delay` },
    { value: "hang", label: t`Calls: no response` },
    { value: "reset", label: t`Calls: the connection is reset` },
    { value: "cut", label: t`Calls: the response is cut` },
    { value: "duplicate", label: t`Updates: twice` },
    { value: "reorder", label: t`Updates: out of order` },
    { value: "webhook_error", label: t`Webhooks: an error` },
    { value: "webhook_timeout", label: t`Webhooks: a timeout` },
    { value: "webhook_reset", label: t`Webhooks: the connection is reset` },
  ];
}
