/** Fields of the methods that set and show how long data is kept. */
import { MAX_RETENTION_DAYS } from "@heliogram/shared/limits.ts";
import {
  boundsFor,
  periodOf,
  SERVICE_PERIODS,
  type ChatPeriods,
  type ServicePeriod,
  type ServiceRetention,
} from "../../domain/retention.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import type { RetentionOfChat } from "../../app/retention/change-retention.ts";
import { definedOnly } from "../engine/defined-only.ts";
import { described, int, optional, ParameterError } from "../engine/fields.ts";

const period = (what: string) => described(optional(int()), `${what} Left out: off.`);

/** The periods of the service. */
export const SERVICE_FIELDS = {
  messages_days: period(
    "Days after which messages are deleted in all private chats, and in groups and channels without a period of their own.",
  ),
  media_days: period("The same for messages with a file, which are deleted as a whole."),
  updates_hours: described(optional(int()), "Hours that updates wait for a bot, 1 to 24. Left out: 24."),
  audit_days: described(
    optional(int()),
    `Days that entries of the audit log are kept, at least ${SERVICE_PERIODS.audit_days.min}. Left out: HELIOGRAM_AUDIT_DAYS.`,
  ),
  chat_min_days: described(
    optional(int()),
    "The shortest period that the owner of a group or channel may choose for it. Left out: they choose none.",
  ),
  chat_max_days: described(
    optional(int()),
    "The longest such period. Left out: the period of the service; without one, they may also keep everything.",
  ),
};

type Given<K extends string> = { readonly [N in K]?: number | undefined };

/** @throws ParameterError */
export function readServicePeriods(params: Given<ServicePeriod>): ServiceRetention {
  for (const [name, { min, max }] of Object.entries(SERVICE_PERIODS)) {
    const value = params[name as ServicePeriod];
    if (value !== undefined && (value < min || value > max))
      throw new ParameterError(`${name} must be ${min} to ${max}`);
  }
  return definedOnly(params);
}

const days = (what: string) =>
  described(optional(int()), `Days after which ${what} are deleted; 0: never. Left out: as the service says.`);

/** The periods of a chat. */
export const CHAT_PERIOD_FIELDS = { messages_days: days("messages"), media_days: days("messages with a file") };

/** @throws ParameterError */
export function readChatPeriods(params: Given<keyof ChatPeriods>): ChatPeriods {
  for (const name of ["messages_days", "media_days"] as const) {
    const value = params[name];
    if (value !== undefined && (value < 0 || value > MAX_RETENTION_DAYS))
      throw new ParameterError(`${name} must be 0 to ${MAX_RETENTION_DAYS}`);
  }
  return definedOnly({ messages_days: params.messages_days, media_days: params.media_days });
}

/** The periods of a chat as its members see them. */
export function presentChatRetention({ service, own }: RetentionOfChat): Wire.ChatRetention {
  const bounds = boundsFor(service, "messages");
  const { is_by_service = false, ...periods } = own ?? {};
  const effective = definedOnly({
    messages_days: periodOf(service, own, "messages"),
    media_days: periodOf(service, own, "media"),
  });
  return { ...periods, is_by_service, effective, ...(bounds && { bounds }) };
}
