/** listCalls: the calls of bots and people, as they were answered. */
import { ASSISTANT_ID } from "../../domain/bots.ts";
import type { RecordedCall } from "../../developer/calls/call-log.ts";
import { botField, chatField, idOf, LIST_FIELDS, listResult, readLog, traceField } from "./log-pages.ts";
import { presentCall } from "./present-call.ts";
import { bool, described, int, oneOf, optional, text, type ChatRef } from "../engine/fields.ts";
import { consoleMethod } from "./developer-method.ts";
import { arrayOfSchema, schemas } from "../engine/schemas.ts";

export const listCalls = consoleMethod({
  name: "listCalls",
  summary: "Lists the calls of bots and people with their responses, in the order in which they were answered.",
  effect: "wait",
  fields: {
    api: described(optional(oneOf("bot", "person", "webhook")), "Only calls of this API."),
    bot: botField(),
    method: described(optional(text({ max: 64 })), "Only calls of this method."),
    code: described(optional(int()), "Only calls that were answered with this HTTP status."),
    chat: chatField(),
    person: described(
      optional(int()),
      "With `chat` a bot or person: only calls of the two in their private chat, whose other side this person is.",
    ),
    message_id: described(
      optional(int()),
      "Only calls that were answered with the message of this id, or set reactions on it.",
    ),
    trace: traceField(),
    console: described(
      optional(bool()),
      "`false`: without the calls that the web client makes by itself while it shows the developer's pages.",
    ),
    people: described(optional(bool()), "`false`: without the calls of people."),
    assistant: described(optional(bool()), "`false`: without the calls of the assistant, which polls all the time."),
    with_bodies: described(optional(bool()), "Whether the entries have the parameters and responses."),
    ...LIST_FIELDS,
  },
  result: listResult({ calls: arrayOfSchema(schemas.RecordedCall) }),
  refusals: ["USER_NOT_FOUND"],
  example: {
    request: { bot: "echo_bot", method: "sendMessage", after: 0 },
    result: {
      calls: [
        {
          id: 1,
          revision: 1,
          api: "bot",
          trace_id: "4bf92f3577b34da6a3ce929d0e0e4736",
          at_ms: 1_767_225_600_000,
          method: "sendMessage",
          account_id: 1004,
          status: 200,
          duration_ms: 1.2,
          files: [],
        },
      ],
      revision: 1,
      log: "9c1d2b7a40e6f358",
    },
  },
  async run({ deps, logs, signal }, params) {
    const { api, code, trace, person, with_bodies = false } = params;
    const { console: hasConsole = true, people: hasPeople = true, assistant: hasAssistant = true } = params;
    const method = params.method?.toLowerCase();
    const bot_id = await idOf(deps, params.bot);
    const chat_id = await idOf(deps, params.chat);
    const isInChat = chatFilter(chat_id, params.chat, person);
    const hasMessage = messageFilter(params.message_id);
    const { records, ...position } = await readLog(
      logs,
      logs.calls.log,
      params,
      signal,
      (call) =>
        (api === undefined || call.api === api) &&
        (hasConsole || !call.is_of_console) &&
        (hasPeople || call.api !== "person") &&
        (hasAssistant || call.account_id !== ASSISTANT_ID) &&
        (bot_id === undefined || call.account_id === bot_id) &&
        (method === undefined || call.method.toLowerCase() === method) &&
        (code === undefined || call.status === code) &&
        (trace === undefined || call.trace_id === trace) &&
        isInChat(call) &&
        hasMessage(call),
    );
    return { calls: records.map((call) => presentCall(call, with_bodies)), ...position };
  },
});

type CallFilter = (call: RecordedCall) => boolean;

/** Each side of a private chat has the other's id as the id of the chat. */
function chatFilter(chat_id: number | undefined, named: ChatRef | undefined, person: number | undefined): CallFilter {
  if (chat_id === undefined) return () => true;
  const inChat = isAbout(chat_id, [String(chat_id), String(named).toLowerCase().replace(/^@/, "")]);
  if (person === undefined) return inChat;
  const withPerson = isAbout(person, [String(person)]);
  return (call) => (call.account_id === person && inChat(call)) || (call.account_id === chat_id && withPerson(call));
}

/** Whether a call named the chat, or was answered with a message of it. */
function isAbout(chat_id: number, names: readonly string[]): CallFilter {
  return ({ params, response }) => {
    if (response?.includes(`"chat":{"id":${chat_id},`)) return true;
    const named = params?.get("chat_id");
    return named !== undefined && names.includes(String(named).toLowerCase().replace(/^@/, ""));
  };
}

/** The result is the message or its id, or a list of them. Lists of updates contain messages too, deeper. */
function messageFilter(message_id: number | undefined): CallFilter {
  if (message_id === undefined) return () => true;
  const result = new RegExp(`^{"ok":true,"result":(?:\\[(?={"message_id").*)?{"message_id":${message_id}[,}]`);
  return ({ method, params, response }) =>
    (response !== null && result.test(response)) ||
    (method === "setMessageReaction" && Number(params?.get("message_id")) === message_id);
}
