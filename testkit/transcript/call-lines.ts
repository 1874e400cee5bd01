/** One call as lines of the transcript. */
import { FILE_FIELDS } from "@heliogram/shared/file-fields.ts";
import type { Message } from "heliogram";
import { botCall, isEdit, isSend, reactionOf } from "../bots/bot-call.ts";
import type { Context } from "../context.ts";
import { buttonRows } from "../people/buttons.ts";
import { chatOf } from "../expectations/criteria.ts";
import type { RecordedCall } from "@heliogram/shared/wire.ts";

const MAX_TEXT = 200;
const MAX_PARAMS = 300;

/** @returns one line or more */
export function describeCall(context: Context, call: RecordedCall): string[] {
  const who = context.directory.nameOf(call.account_id);
  const fault = call.fault === undefined ? [] : [`by the fault rule ${call.fault}`];
  if (call.status !== 200)
    return [`${who}: ${call.method} was refused: ${refusalOf(call)}`, params(call), ...fault].filter(Boolean);
  return [...(call.api === "person" ? byPerson(context, who, call) : byBot(context, who, call)), ...fault];
}

function byPerson({ directory }: Context, who: string, call: RecordedCall): string[] {
  const { result } = objectOf(call.response) as { readonly result?: Message };
  if (/^(?:send|startBot)/.test(call.method) && result?.chat)
    return [`${who} → ${directory.nameOf(result.chat.id)}${topicOf(result)}: ${contentOf(result)}`];
  const { chat_id, callback_data } = objectOf(call.params);
  const reacted = reactedLine(who, directory.nameOf(Number(chat_id)), call);
  if (reacted !== undefined) return [reacted];
  if (call.method === "pressButton")
    return [`${who} → ${directory.nameOf(Number(chat_id))}: presses the button ${JSON.stringify(callback_data)}`];
  return [`${who}: ${call.method} ${params(call)}`.trimEnd()];
}

function byBot(context: Context, who: string, recorded: RecordedCall): string[] {
  const call = botCall(recorded);
  const [message] = call?.messages ?? [];
  const reacted = call && reactedLine(who, context.directory.nameOf(chatOf(context, call)), call);
  if (reacted !== undefined) return [reacted];
  if (!call || !message || !(isSend(call) || isEdit(call)))
    return [`${who}: ${recorded.method} ${params(recorded)}`.trimEnd()];
  const verb = isEdit(call) ? `edits message ${message.message_id}: ` : "";
  const to = context.directory.nameOf(chatOf(context, call));
  return call.messages.flatMap((each) => [
    `${who} → ${to}${topicOf(each)}: ${verb}${contentOf(each)}`,
    ...buttonRows(each).map((row) => row.map((text) => `[${text}]`).join(" ")),
  ]);
}

function reactedLine(
  who: string,
  to: string,
  { method, status, params }: Pick<RecordedCall, "method" | "status" | "params">,
): string | undefined {
  const given = objectOf(params);
  const emoji = reactionOf({ method, status, params: given });
  if (emoji === undefined) return undefined;
  const verb = emoji === "" ? "takes back the reaction to" : `reacts with ${emoji} to`;
  return `${who} → ${to}: ${verb} message ${String(given.message_id)}`;
}

function topicOf({ message_thread_id }: Message): string {
  return message_thread_id === undefined ? "" : `, topic ${message_thread_id}`;
}

function contentOf(message: Message): string {
  const kind = FILE_FIELDS.find((each) => message[each] !== undefined);
  const text = message.text ?? message.caption ?? "";
  return [...(kind ? [`[${kind}]`] : []), cut(text, MAX_TEXT)].join(" ").trim() || `message ${message.message_id}`;
}

function refusalOf({ status, response }: RecordedCall): string {
  const { description } = objectOf(response);
  return `${status} ${typeof description === "string" ? description : ""}`.trim();
}

function params(call: RecordedCall): string {
  const files = call.files.map(({ field, file_name = "a file", size }) => `${field}: ${file_name}, ${size} bytes`);
  const given = JSON.stringify(call.params ?? {});
  return cut([...(given === "{}" ? [] : [given]), ...files].join(" "), MAX_PARAMS);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
