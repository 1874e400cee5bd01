/** getWebhookInfo: the settings and recent errors of the webhook (behaviour.md §6). */
import { countEvents } from "../../store/queries/streams/streams.ts";
import { hideUserInfo } from "../../domain/hide-tokens.ts";
import { findWebhook } from "../../store/queries/bots/webhooks.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const getWebhookInfo = botMethod({
  name: "getWebhookInfo",
  summary: "Returns the settings of the webhook, the number of pending updates, and the last error.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.WebhookInfo,
  example: {
    request: {},
    result: {
      url: "https://bots.example/hook",
      has_custom_certificate: false,
      pending_update_count: 0,
      max_connections: 40,
      ip_address: "203.0.113.7",
    },
  },
  async run({ tx, actor }) {
    const hook = await findWebhook(tx, actor.id);
    const info = {
      url: hideUserInfo(hook?.url ?? ""),
      has_custom_certificate: hook !== undefined && hook.certificate !== "",
      pending_update_count: await countEvents(tx, actor.id),
      ...(actor.allowed_updates === null ? {} : { allowed_updates: actor.allowed_updates }),
    };
    if (!hook) return info;
    const ip_address = hook.ip_address || hook.resolved_ip_address;
    return {
      ...info,
      max_connections: hook.max_connections,
      ...(ip_address === "" ? {} : { ip_address }),
      ...(hook.last_error_at === null ? {} : { last_error_date: hook.last_error_at }),
      ...(hook.last_error === null ? {} : { last_error_message: hook.last_error }),
      ...(hook.expired === 0 ? {} : { expired_update_count: hook.expired }),
    };
  },
});
