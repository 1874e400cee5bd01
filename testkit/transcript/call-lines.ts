/** One call as lines of the transcript. */
import { FILE_FIELDS } from "@heliogram/shared/file-fields.ts";
import type { Message } from "heliogram";
import { botCall, isEdit, isSend } from "../bots/bot-call.ts";
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
    return [`${who} → ${directory.nameOf(result.chat.id)}: ${contentOf(result)}`];
  const { chat_id, callback_data } = objectOf(call.params);
  if (call.method === "pressButton")
    return [`${who} → ${directory.nameOf(Number(chat_id))}: presses the button ${JSON.stringify(callback_data)}`];
  return [`${who}: ${call.method} ${params(call)}`.trimEnd()];
}

function byBot(context: Context, who: string, recorded: RecordedCall): string[] {
  const call = botCall(recorded);
  const [message] = call?.messages ?? [];
  if (!call || !message || !(isSend(call) || isEdit(call)))
    return [`${who}: ${recorded.method} ${params(recorded)}`.trimEnd()];
  const verb = isEdit(call) ? `edits message ${message.message_id}: ` : "";
  const to = context.directory.nameOf(chatOf(context, call));
  return call.messages.flatMap((each) => [
    `${who} → ${to}: ${verb}${contentOf(each)}`,
    ...buttonRows(each).map((row) => row.map((text) => `[${text}]`).join(" ")),
  ]);
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
