/** listUpdates: the life of each update, or the reason why it was not made. */
import type * as Wire from "@heliogram/shared/developer.ts";
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import { shownBody, type RecordedUpdate } from "../../developer/updates/update-log.ts";
import { readJsonPage } from "../../present/json-page.ts";
import type { ReadTx } from "../../store/db.ts";
import { streamState, updatesAfter, type EventRow } from "../../store/queries/streams/streams.ts";
import { asJson, botField, chatField, idOf, LIST_FIELDS, listResult, readLog, traceField } from "./log-pages.ts";
import { lookUpAllChats, lookUpChats, shownChatId } from "./shown-chats.ts";
import type { Deps } from "../engine/deps.ts";
import { bool, described, int, oneOf, optional, text } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** Updates of one bot whose numbers are looked up at a time. */
const MAX_NUMBERED = 1000;

export const listUpdates = consoleMethod({
  name: "listUpdates",
  summary:
    "Lists bots' updates with what has become of them: queued, delivered by a poll or a webhook, confirmed; or not made, with the reason.",
  effect: "wait",
  fields: {
    bot: botField(),
    kind: described(optional(text({ max: 64 })), "Only updates of this kind, such as `message`."),
    chat: chatField(),
    message_id: described(optional(int()), "Only updates about the message with this id."),
    state: optional(oneOf("not_made", "queued", "delivered", "confirmed", "removed")),
    trace: traceField(),
    with_bodies: described(optional(bool()), "Whether the entries have the objects that the bot gets."),
    ...LIST_FIELDS,
  },
  result: listResult({ updates: arrayOfSchema(schemas.RecordedUpdate) }),
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { bot: "echo_bot", state: "not_made" },
    result: {
      updates: [
        {
          id: 2,
          revision: 5,
          bot_id: 1004,
          kind: "message",
          chat_id: -1_000_000_000_001,
          message_id: 7,
          trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
          at_ms: 1_767_225_600_000,
          state: "not_made",
          reason: "PRIVACY_MODE",
          steps: [],
        },
      ],
      revision: 5,
      log: "9c1d2b7a40e6f358",
    },
  },
  async run({ deps, logs, signal }, params) {
    const { kind, message_id, state, trace, with_bodies = false } = params;
    const bot_id = await idOf(deps, params.bot);
    const chat_id = await idOf(deps, params.chat);
    await reconcile(deps, logs);
    if (chat_id !== undefined) await lookUpAllChats(deps, logs.updates);
    // A chat that is not known yet is looked up below.
    const isInChat = (update: RecordedUpdate) => chat_id === undefined || (shownChatId(update) ?? chat_id) === chat_id;
    const { records, ...position } = await readLog(
      logs,
      logs.updates.log,
      params,
      signal,
      (update) =>
        (bot_id === undefined || update.bot_id === bot_id) &&
        (kind === undefined || update.kind === kind) &&
        isInChat(update) &&
        (message_id === undefined || update.message_id === message_id) &&
        (state === undefined || update.state === state) &&
        (trace === undefined || update.trace_id === trace),
    );
    await reconcile(deps, logs);
    await lookUpChats(deps, records);
    return { updates: records.filter(isInChat).map((update) => present(update, with_bodies)), ...position };
  },
});

/** An update has its number from the store, and may leave its queue without a delivery. */
async function reconcile({ db }: Deps, { updates }: DeveloperLogs): Promise<void> {
  for (const bot_id of updates.open()) {
    const made = updates.unnumbered(bot_id);
    let numbered = 0;
    for (let after = 0, hasMore = true; hasMore && numbered < MAX_NUMBERED;) {
      const { tail, page } = await db.read((tx) => readQueue(tx, bot_id, after));
      const { rows } = page;
      updates.reconcile(bot_id, { tail, events: rows }, page.hasMore ? [] : made);
      numbered += rows.length;
      after = rows.at(-1)?.seq ?? after;
      hasMore = page.hasMore;
    }
  }
}

/** A page of a bot's queue. */
async function readQueue(tx: ReadTx, bot_id: number, after: number) {
  const { tail = Number.MAX_SAFE_INTEGER } = (await streamState(tx, bot_id)) ?? {};
  const page = await readJsonPage<EventRow>({
    limit: MAX_NUMBERED,
    read: (last, count) => updatesAfter(tx, bot_id, last?.seq ?? Math.max(after, tail), count),
    present: ({ body }) => body,
  });
  return { tail, page };
}

function present(update: RecordedUpdate, bodies: boolean): Wire.RecordedUpdate {
  const { id, revision, bot_id, update_id, kind, message_id, trace_id, at_ms, state, reason, steps } = update;
  const body = bodies ? shownBody(update) : null;
  return {
    id,
    revision,
    bot_id,
    ...(update_id === null ? {} : { update_id }),
    kind,
    chat_id: shownChatId(update)!,
    ...(message_id === null ? {} : { message_id }),
    ...(trace_id === null ? {} : { trace_id }),
    at_ms,
    state,
    ...(reason === null ? {} : { reason }),
    steps,
    ...(body === null ? {} : { body: asJson(body) }),
  };
}
