/** listUpdates: the life of each update, or the reason why it was not made. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { UpdateEntry } from "../../activity/bot-records.ts";
import type { DeveloperLogs } from "../../developer/developer-logs.ts";
import { shownBody, type RecordedUpdate } from "../../developer/updates/update-log.ts";
import { eventPositionsAfter } from "../../store/queries/streams/streams.ts";
import { asJson, botField, chatField, idOf, LIST_FIELDS, listResult, readLog, traceField } from "./log-pages.ts";
import { lookUpAllChats, lookUpChats, shownChatId } from "./shown-chats.ts";
import type { Deps } from "../engine/deps.ts";
import { bool, described, int, oneOf, optional, text } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

/** Numbers of one bot's queue that are read at a time. */
const MAX_QUEUED = 1000;

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
    state: optional(oneOf("not_made", "queued", "delivered", "confirmed", "removed", "left")),
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
    const isInChat = (update: UpdateEntry) => chat_id === undefined || (shownChatId(update) ?? chat_id) === chat_id;
    const { records, ...position } = await readLog(
      logs,
      logs.updates.log,
      params,
      signal,
      ({ update }) =>
        (bot_id === undefined || update.bot_id === bot_id) &&
        (kind === undefined || update.kind === kind) &&
        isInChat(update) &&
        (message_id === undefined || update.message_id === message_id) &&
        (state === undefined || update.state === state) &&
        (trace === undefined || update.trace_id === trace),
    );
    await reconcile(deps, logs);
    await lookUpChats(
      deps,
      records.map(({ update }) => update),
    );
    const shown = records.filter(({ update }) => isInChat(update));
    return { updates: shown.map((each) => present(each, with_bodies)), ...position };
  },
});

/** An update may leave its queue without a delivery. */
async function reconcile({ db, activity, liveNodes }: Deps, { updates: log }: DeveloperLogs): Promise<void> {
  for (const bot_id of log.bots()) {
    const open = activity.updates.open(bot_id);
    const first = open.reduce((lowest, { update_id }) => Math.min(lowest, update_id), Number.MAX_SAFE_INTEGER);
    const updates = await db.read((tx) => eventPositionsAfter(tx, bot_id, first - 1, MAX_QUEUED));
    const last = updates.length < MAX_QUEUED ? Number.MAX_SAFE_INTEGER : updates.at(-1)!.seq;
    activity.updates.reconcile(open, { updates, first, last, isAlone: liveNodes() <= 1 });
  }
}

function present(recorded: RecordedUpdate, bodies: boolean): Wire.RecordedUpdate {
  const { id, revision, update, reason, steps } = recorded;
  const { bot_id, update_id, kind, message_id, trace_id, at_ms, state } = update;
  const body = bodies ? shownBody(recorded) : null;
  return {
    id,
    revision,
    bot_id,
    ...(reason === null ? { update_id } : {}),
    kind,
    chat_id: shownChatId(update)!,
    ...(message_id === undefined ? {} : { message_id }),
    ...(trace_id === "" ? {} : { trace_id }),
    at_ms,
    state,
    ...(reason === null ? {} : { reason }),
    steps,
    ...(body === null ? {} : { body: asJson(body) }),
  };
}
