/** getBotActivity: what one of the person's bots has called and received lately (behaviour.md §6). */
import type { BotActivity } from "@heliogram/shared/wire.ts";
import { findWebhook } from "../../store/queries/bots/webhooks.ts";
import { countEvents, newestEvents } from "../../store/queries/streams/streams.ts";
import { presentCall, presentUpdate, presentWebhook } from "./present-activity.ts";
import { isSelfOrOwnBot } from "./own-bots.ts";
import { userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

/** The newest updates of the queue that are shown. */
const MOST_QUEUED = 100;

export const getBotActivity = userMethod({
  name: "getBotActivity",
  summary:
    "Tells how one of the person's bots receives its updates, how many wait, the last errors, and the last 100 calls and updates, without their content.",
  effect: "read",
  rate: "lists",
  access: { scope: "self" },
  fields: { bot_id: userId() },
  result: schemas.BotActivity,
  refusals: ["BOT_NOT_FOUND"],
  example: {
    request: { bot_id: 1004 },
    result: {
      pending_update_count: 0,
      is_polling: true,
      last_poll_ms: 1_767_225_600_000,
      calls: [
        {
          method: "getUpdates",
          at_ms: 1_767_225_600_000,
          duration_ms: 30_001.2,
          status: 200,
          trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
          count: 12,
        },
      ],
      updates: [
        {
          update_id: 7,
          kind: "message",
          at_ms: 1_767_225_590_000,
          state: "confirmed",
          delivered_by: "poll",
          delivered_at_ms: 1_767_225_590_004,
          confirmed_at_ms: 1_767_225_590_017,
          trace_id: "0af7651916cd43dd8448eb211c80319c",
        },
      ],
      since_ms: 1_767_139_200_000,
      node_count: 1,
    },
  },
  // Before the transaction begins: it may not see what is recorded later.
  prepare: ({ deps, params }) => deps.activity.updates.open(params.bot_id),
  async run({ tx, actor, deps: { activity, liveNodes }, fail }, { bot_id }, open): Promise<BotActivity> {
    if (!(await isSelfOrOwnBot(tx, actor, bot_id))) fail("BOT_NOT_FOUND");
    const [webhook, pending_update_count, queued] = await Promise.all([
      findWebhook(tx, bot_id),
      countEvents(tx, bot_id),
      newestEvents(tx, bot_id, MOST_QUEUED),
    ]);
    activity.updates.queued(bot_id, queued);
    const first = queued.length < MOST_QUEUED ? 0 : queued.at(-1)!.seq;
    const last = Number.MAX_SAFE_INTEGER;
    activity.updates.reconcile(open, { updates: queued, first, last, isAlone: liveNodes() <= 1 });
    const record = activity.of(bot_id);
    const updates = [...(record?.updates.values() ?? [])];
    return {
      ...(webhook && { webhook: presentWebhook(webhook) }),
      pending_update_count,
      is_polling: record !== undefined && record.polls > 0,
      ...(record?.last_poll_ms === undefined ? {} : { last_poll_ms: record.last_poll_ms }),
      ...(record?.last_failed && { last_failed_call: presentCall(record.last_failed) }),
      calls: record?.calls.newestFirst().map(presentCall) ?? [],
      updates: updates.sort((a, b) => b.update_id - a.update_id).map(presentUpdate),
      since_ms: activity.since_ms,
      node_count: liveNodes(),
    };
  },
});
