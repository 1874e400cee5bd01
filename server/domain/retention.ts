/** Retention: how long messages, files, updates and audit entries are kept (behaviour.md §6). */
import { MAX_RETENTION_DAYS } from "@heliogram/shared/limits.ts";

/** What a chat can have periods for. `media`: messages with a file. */
export const CHAT_RETENTION_KINDS = ["messages", "media"] as const;
export type ChatRetentionKind = (typeof CHAT_RETENTION_KINDS)[number];

/** The periods of the service. Absent ones are off. */
export interface ServiceRetention {
  readonly messages_days?: number;
  readonly media_days?: number;
  readonly updates_hours?: number;
  readonly audit_days?: number;
  /** The shortest period that owners of chats may choose. Absent: they choose none. */
  readonly chat_min_days?: number;
  /** The longest one. Absent: that of the service, or any. */
  readonly chat_max_days?: number;
}

/** The periods of a chat in days; 0 for no end. Absent: as the service says. */
export interface ChatPeriods {
  readonly messages_days?: number;
  readonly media_days?: number;
}

/** The periods of a chat, and whose they are. */
export interface ChatRetention extends ChatPeriods {
  /** Set by an owner of the service: the bounds do not apply, and the owner of the chat cannot change it. */
  readonly is_by_service: boolean;
}

/** What the owner of a chat may choose. */
export interface PeriodBounds {
  readonly min_days: number;
  /** Absent: also to keep everything. */
  readonly max_days?: number;
}

/** The bounds for one kind; `undefined` if owners of chats choose no period. */
export function boundsFor(service: ServiceRetention, kind: ChatRetentionKind): PeriodBounds | undefined {
  const { chat_min_days: min_days } = service;
  if (min_days === undefined) return undefined;
  const max_days = service.chat_max_days ?? service[`${kind}_days`];
  return max_days === undefined ? { min_days } : { min_days, max_days: Math.max(min_days, max_days) };
}

/** Whether the owner of a chat may choose these periods. */
export function areWithinBounds(service: ServiceRetention, periods: ChatPeriods): boolean {
  return CHAT_RETENTION_KINDS.every((kind) => {
    const days = periods[`${kind}_days`];
    const bounds = boundsFor(service, kind);
    return days === undefined || (bounds !== undefined && within(days, bounds) === days);
  });
}

/** The period next to `days` that the bounds allow. */
function within(days: number, { min_days, max_days = 0 }: PeriodBounds): number {
  if (days === 0) return max_days;
  const atLeast = Math.max(days, min_days);
  return max_days === 0 ? atLeast : Math.min(atLeast, max_days);
}

/**
 * How long a chat keeps messages of a kind, in days; `undefined` for no end. Bounds that were narrowed later apply to what
 * the owner of the chat has chosen before.
 */
export function periodOf(
  service: ServiceRetention,
  own: ChatRetention | undefined,
  kind: ChatRetentionKind,
): number | undefined {
  const name = `${kind}_days` as const;
  const chosen = own?.[name];
  const bounds = boundsFor(service, kind);
  if (chosen === undefined || (!own!.is_by_service && bounds === undefined)) return service[name];
  const days = own!.is_by_service ? chosen : within(chosen, bounds!);
  return days === 0 ? undefined : days;
}

/** The least and the most of each period of the service. */
export const SERVICE_PERIODS = {
  messages_days: { min: 1, max: MAX_RETENTION_DAYS },
  media_days: { min: 1, max: MAX_RETENTION_DAYS },
  // Updates are kept for 24 hours without it.
  updates_hours: { min: 1, max: 24 },
  // So that nobody removes the traces of what they have just done.
  audit_days: { min: 30, max: MAX_RETENTION_DAYS },
  chat_min_days: { min: 1, max: MAX_RETENTION_DAYS },
  chat_max_days: { min: 1, max: MAX_RETENTION_DAYS },
} as const satisfies Record<keyof ServiceRetention, { readonly min: number; readonly max: number }>;

export type ServicePeriod = keyof typeof SERVICE_PERIODS;

/** Whether the shortest period of chats is not longer than the longest. */
export function haveOrder({ chat_min_days = 0, chat_max_days = MAX_RETENTION_DAYS }: ServiceRetention): boolean {
  return chat_min_days <= chat_max_days;
}

/** What a hold is on: its messages stay. */
export interface HoldSubject {
  readonly kind: "chat" | "person";
  readonly id: number;
}

/** A chat or a person under a legal hold. */
export interface Hold extends HoldSubject {
  /** Shown to owners of the service alone. */
  readonly reason: string;
  /** Unix seconds. */
  readonly at: number;
}
