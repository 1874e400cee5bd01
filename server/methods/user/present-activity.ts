/** Presents what a bot does to its owner. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { CallEntry, UpdateEntry } from "../../activity/bot-records.ts";
import { hideCredentials, hideTokens } from "../../domain/hide-tokens.ts";
import type { Webhook } from "../../store/queries/bots/webhooks.ts";
import { definedOnly } from "../engine/defined-only.ts";

export function presentCall({ method, at_ms, duration_us, status, error, trace_id, count }: CallEntry): Wire.BotCall {
  return {
    method: hideTokens(method),
    at_ms,
    duration_ms: duration_us / 1000,
    status,
    ...(error === "" ? {} : { error: hideTokens(error) }),
    trace_id,
    count,
  };
}

export function presentUpdate(update: UpdateEntry): Wire.BotUpdate {
  const { update_id, kind, at_ms, state, attempts, error, trace_id } = update;
  const { delivered_by, delivered_at_ms, confirmed_at_ms } = update;
  return {
    update_id,
    kind,
    at_ms,
    // The page has no updates that were not made.
    state: state as Wire.BotUpdateState,
    ...definedOnly({ delivered_by, delivered_at_ms, confirmed_at_ms }),
    ...(attempts === 0 ? {} : { attempts }),
    ...(error === "" ? {} : { error: hideTokens(error) }),
    ...(trace_id === "" ? {} : { trace_id }),
  };
}

export function presentWebhook({ url, last_error_at, last_error, expired }: Webhook): Wire.BotWebhook {
  return {
    url: hideCredentials(url),
    ...(last_error_at === null ? {} : { last_error_date: last_error_at }),
    ...(last_error === null ? {} : { last_error_message: hideTokens(last_error) }),
    ...(expired === 0 ? {} : { expired_update_count: expired }),
  };
}
