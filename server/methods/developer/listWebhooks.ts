/** listWebhooks: the webhooks of bots, and what waits for them. */
import { countEvents } from "../../store/queries/streams/streams.ts";
import { hideCredentials } from "../../domain/hide-tokens.ts";
import { listOpenWebhooks } from "../../store/queries/bots/webhooks.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";

export const listWebhooks = consoleMethod({
  name: "listWebhooks",
  summary: "Lists the webhooks of bots that are not suspended, with the updates that wait and the last error.",
  effect: "read",
  fields: {},
  result: objectOfSchema({ webhooks: arrayOfSchema(schemas.webhookState) }),
  example: {
    request: {},
    result: {
      webhooks: [{ bot_id: 1004, url: "http://127.0.0.1:3000/", is_paused: true, pending_update_count: 3 }],
    },
  },
  async run({ tx, webhooks: control }) {
    const webhooks = [];
    for (const { bot_id, url, ip_address, last_error_at, last_error } of await listOpenWebhooks(tx))
      webhooks.push({
        bot_id,
        url: hideCredentials(url),
        ...(ip_address === "" ? {} : { ip_address }),
        is_paused: control?.isPaused(bot_id) ?? false,
        pending_update_count: await countEvents(tx, bot_id),
        ...(last_error_at === null ? {} : { last_error_date: last_error_at }),
        ...(last_error === null ? {} : { last_error_message: last_error }),
      });
    return { webhooks };
  },
});
