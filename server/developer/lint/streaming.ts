/** The rules about answers that grow: streamed drafts, and edits in their place. */
import { memberOf, parsed } from "../json-values.ts";
import { evidenceOf, type BotCall, type LintInput, type LintRule } from "./rule.ts";

/** How long a draft is shown (behaviour.md §4). */
const DRAFT_LIFE_MS = 30_000;
const GENERAL = 1;
const SENDS = /^(?:send(?!ChatAction)|forward|copy)/;
/** Edits of one message within this time by which it grows are an answer that is streamed. */
const EDITS = 5;
const EDITING_MS = 10_000;

export const draftWithoutMessage: LintRule = {
  name: "draft_without_message",
  severity: "warning",
  doc: "The bot shows a streamed draft with a text and sends no message there, in the chat or the topic, within 30 seconds, so that what people have read disappears. Drafts that a person has stopped do not count.",
  *check(input) {
    /** The drafts of a bot in a chat, by topic. */
    const open = new Map<string, Map<number, BotCall>>();
    for (const call of input.calls) {
      if (call.status !== 200) continue;
      const chat = chatOf(call);
      const drafts = open.get(chat) ?? new Map<number, BotCall>();
      for (const [topic, before] of drafts) {
        if (call.at_ms - before.at_ms <= DRAFT_LIFE_MS) continue;
        drafts.delete(topic);
        yield evidenceOfDraft(before);
      }
      if (isDraft(call)) {
        if (showsText(call) && !isStopped(input, call)) open.set(chat, drafts.set(namedTopic(call) ?? GENERAL, call));
      } else if (SENDS.test(call.method)) {
        const topic = topicOfSend(call);
        if (topic === undefined) drafts.clear();
        else drafts.delete(topic);
      }
    }
    for (const drafts of open.values())
      for (const draft of drafts.values()) if (input.now_ms - draft.at_ms > DRAFT_LIFE_MS) yield evidenceOfDraft(draft);
  },
};

/** The topic that a call names; 0 names none. */
function namedTopic({ params }: BotCall): number | undefined {
  return Number(params?.get("message_thread_id")) || undefined;
}

/** The topic of what was sent; `undefined` where the call replies, and its response does not name the topic. */
function topicOfSend(call: BotCall): number | undefined {
  const named = namedTopic(call);
  if (named !== undefined) return named;
  const result = call.response === null ? undefined : memberOf(parsed(call.response), "result");
  const message: unknown = Array.isArray(result) ? result[0] : result;
  const topic = memberOf(message, "message_thread_id");
  if (topic !== undefined) return Number(topic);
  const isNamedByResponse = memberOf(message, "chat") !== undefined;
  return isNamedByResponse || !replies(call) ? GENERAL : undefined;
}

function replies({ params }: BotCall): boolean {
  return ["reply_parameters", "reply_to_message_id"].some((name) => params?.get(name) !== undefined);
}

function evidenceOfDraft(draft: BotCall) {
  const message =
    "A streamed draft disappeared, and no message took its place. Send the whole text by sendMessage when it is complete, and at least every 30 seconds another draft until then.";
  return evidenceOf(draft, "", message);
}

function isDraft({ method }: BotCall): boolean {
  return method === "sendMessageDraft" || method === "sendRichMessageDraft";
}

/** Whether the draft shows more than that the bot is thinking. */
function showsText(draft: BotCall): boolean {
  if (draft.method === "sendMessageDraft") return textOf(draft) !== "";
  const blocks = memberOf(parsed(draft.params?.get("rich_message")), "blocks");
  return !Array.isArray(blocks) || blocks.some((block) => memberOf(block, "type") !== "thinking");
}

/** Whether a person has stopped the draft: then there is nothing to be sent. */
function isStopped({ updates }: LintInput, { account_id, params }: BotCall): boolean {
  return updates.some(
    ({ update, body }) =>
      update.kind === "stopped_message_generation" &&
      update.bot_id === account_id &&
      memberOf(parsed(body), "draft_id") === Number(params?.get("draft_id")),
  );
}

/** The edits by which one message grows, the newest last. */
interface Growth {
  readonly times_ms: number[];
  text: string;
}

export const streamingByEdits: LintRule = {
  name: "streaming_by_edits",
  severity: "info",
  doc: `A message in a private chat grows by ${EDITS} edits within ten seconds. Each is stored, and Telegram's rate limits refuse such edits.`,
  *check({ calls }) {
    const growing = new Map<string, Growth>();
    for (const call of calls) {
      if (call.method !== "editMessageText" || call.status !== 200 || !isPrivate(call)) continue;
      const key = `${chatOf(call)} ${String(call.params?.get("message_id"))}`;
      const growth = growing.get(key) ?? { times_ms: [], text: "" };
      const text = textOf(call);
      if (text.length <= growth.text.length) growth.times_ms.length = 0;
      growth.text = text;
      growth.times_ms.push(call.at_ms);
      while (call.at_ms - growth.times_ms[0]! > EDITING_MS) growth.times_ms.shift();
      growing.set(key, growth);
      if (growth.times_ms.length !== EDITS) continue;
      const message =
        "A message grows by many edits. sendMessageDraft shows a growing answer without storing each step, and has rate limits of its own; send the message when it is complete.";
      yield evidenceOf(call, "", message);
    }
  },
};

function isPrivate({ params }: BotCall): boolean {
  return Number(params?.get("chat_id")) > 0;
}

function textOf({ params }: BotCall): string {
  const text = params?.get("text");
  return typeof text === "string" ? text : "";
}

function chatOf({ account_id, params }: BotCall): string {
  return `${account_id} ${String(params?.get("chat_id")).trim().toLowerCase()}`;
}
