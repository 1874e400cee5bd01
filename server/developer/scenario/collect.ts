/** Finds in calls and updates what they have made: messages, callback queries, files and invite links. */
import { parsed } from "../json-values.ts";
import { shownResponse, type RecordedCall } from "../calls/call-log.ts";
import { shownBody, type RecordedUpdate } from "../updates/update-log.ts";
import { placeOf, type References } from "./references.ts";

interface MessageLike {
  readonly message_id: number;
  readonly chat?: { readonly id: number };
  readonly reply_markup?: unknown;
}

/** They are answered with a message that was there before. */
const EDITS = /^edit/i;

/** What a call has made, by the numbers of its answers. */
export interface Made {
  readonly references: References;
  /** The name of what the call makes, as `step 2`. */
  readonly label: string;
}

/** JSON as an object; an empty one if it is none or was cut. */
export function objectIn(json: string | null): Readonly<Record<string, unknown>> {
  const value = parsed(json);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Notes the keyboards of a call's messages. */
export function collectMarkups(references: References, call: RecordedCall): void {
  if (call.account_id === null || call.status !== 200) return;
  for (const message of messagesIn(objectIn(shownResponse(call)).result)) {
    const place = placeIn(call, message);
    if (place !== undefined) references.keepMarkup(place, message.message_id, message.reply_markup);
  }
}

/** Names what a call has made. */
export function collectCall({ references, label }: Made, call: RecordedCall): void {
  if (call.account_id === null || call.status !== 200) return;
  const { result } = objectIn(shownResponse(call));
  for (const message of EDITS.test(call.method) ? [] : messagesIn(result)) {
    const place = placeIn(call, message);
    if (place !== undefined) collectMessage({ references, label }, place, message);
  }
  if (/^createForumTopic$/i.test(call.method)) collectTopic({ references, label }, call, result);
  const { callback_query_id, invite_link } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof callback_query_id === "string") references.add("query", callback_query_id, label);
  const link = call.method === "exportChatInviteLink" ? result : invite_link;
  if (typeof link === "string") references.add("link", link, free(references, "link", label, link));
}

/** A topic has the id of the message that creates it. */
function collectTopic(made: Made, call: RecordedCall, result: unknown): void {
  const { message_thread_id } = (result ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message_thread_id !== "number") return;
  const message = { message_id: message_thread_id };
  const place = placeIn(call, message);
  if (place !== undefined) collectMessage(made, place, message);
}

/** Names what an update tells of the call that caused it: a bot knows messages and files by its own ids. */
export function collectUpdate({ references, label }: Made, recorded: RecordedUpdate): void {
  const { update, reason } = recorded;
  if (reason !== null || !/^(message|channel_post)$/.test(update.kind)) return;
  const message = objectIn(shownBody(recorded)) as unknown as MessageLike;
  const { chat } = message;
  if (chat !== undefined) collectMessage({ references, label }, placeOf(update.bot_id, chat.id), message);
}

function collectMessage({ references, label }: Made, place: string, message: MessageLike): void {
  const value = `${place}/${message.message_id}`;
  if (!references.has("message", value)) references.add("message", value, free(references, "message", label, value));
  const own = references.label("message", value)!;
  for (const file_id of fileIdsIn(message)) references.add("file", file_id, `file of ${own}`);
}

/** The label, or with a number if another value has it. */
function free(references: References, kind: "message" | "link", label: string, value: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? label : `${label} ${kind} ${n}`;
    const taken = references.value(kind, name);
    if (taken === undefined || taken === value) return name;
  }
}

function messagesIn(result: unknown): readonly MessageLike[] {
  const isMessage = (value: unknown): value is MessageLike =>
    typeof value === "object" && value !== null && typeof (value as MessageLike).message_id === "number";
  return (Array.isArray(result) ? result : [result]).filter(isMessage);
}

/** A copy is answered with its id alone. */
function placeIn({ account_id, params }: RecordedCall, { chat }: MessageLike): string | undefined {
  const chat_id = chat?.id ?? Number(params?.get("chat_id"));
  return Number.isNaN(chat_id) ? undefined : placeOf(account_id!, chat_id);
}

/** The ids of a message's own files, the largest of a photo first. */
function fileIdsIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const found: string[] = [];
  const entries = Array.isArray(value) ? value.toReversed().map((each) => ["", each] as const) : Object.entries(value);
  for (const [key, each] of entries) {
    if (key === "file_id" && typeof each === "string") found.push(each);
    else if (key !== "reply_to_message" && key !== "pinned_message" && key !== "thumbnail")
      found.push(...fileIdsIn(each));
  }
  return found;
}
