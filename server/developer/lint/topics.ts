/** The rules about topics: answers beside the topic, General by its number, and the missing right. */
import type { RecordedUpdate } from "../updates/update-log.ts";
import { memberOf, parsed } from "../json-values.ts";
import { evidenceOf, refusalOf, type BotCall, type LintInput, type LintRule } from "./rule.ts";

/** A send that comes later after a message is no answer to it. */
const ANSWER_MS = 30_000;
/** Only the newest updates are read: each is parsed. */
const MAX_UPDATES = 1000;
const GENERAL = 1;
const SENDS = /^(?:send(?!ChatAction)|forward|copy)/;

/** What a bot has received of a chat. */
interface Received {
  readonly at_ms: number;
  readonly message_id: number;
  readonly inTopic: boolean;
}

export const answerOutsideTopic: LintRule = {
  name: "answer_outside_topic",
  severity: "warning",
  doc: `The bot has received messages of a chat in topics alone within ${ANSWER_MS / 1000} seconds, and sends to General, without \`message_thread_id\` and without replying.`,
  *check(input) {
    const received = receivedByChat(input);
    if (received.size === 0) return;
    /** The newest message of the bot in a topic, by chat. */
    const answered = new Map<string, number>();
    for (const call of input.calls) {
      const sent = sentMessage(call);
      if (sent === undefined) continue;
      const chat = `${call.account_id} ${String(memberOf(memberOf(sent, "chat"), "id"))}`;
      if (memberOf(sent, "message_thread_id") !== undefined) {
        answered.set(chat, Number(memberOf(sent, "message_id")));
        continue;
      }
      const before = (received.get(chat) ?? []).filter((each) => isBefore(each, call, sent));
      const newest_id = Math.max(...before.map(({ message_id }) => message_id));
      const isAnswered = (answered.get(chat) ?? 0) > newest_id;
      if (namesPlace(call) || before.length === 0 || isAnswered || before.some(({ inTopic }) => !inTopic)) continue;
      const message = `${call.method} went to General, and what the bot had received of the chat was in topics. Pass the message_thread_id of the message that is answered, if it has is_topic_message, or reply to it.`;
      yield evidenceOf(call, call.method, message);
    }
  },
};

/** While the clock is frozen, only the ids tell the order. */
function isBefore({ at_ms, message_id }: Received, call: BotCall, sent: unknown): boolean {
  const isOlder = message_id < Number(memberOf(sent, "message_id"));
  return isOlder && at_ms <= call.at_ms && at_ms >= call.at_ms - ANSWER_MS;
}

/** The message that a call has sent. A group of media is in one place. */
function sentMessage({ method, status, response }: BotCall): unknown {
  if (status !== 200 || response === null || !method.startsWith("send")) return undefined;
  const result = memberOf(parsed(response), "result");
  const message: unknown = Array.isArray(result) ? result[0] : result;
  return memberOf(message, "message_id") === undefined ? undefined : message;
}

/** Whether the bot has said where the message goes. */
function namesPlace({ params }: BotCall): boolean {
  return ["message_thread_id", "reply_parameters", "reply_to_message_id"].some(
    (name) => params?.get(name) !== undefined,
  );
}

/** What bots have received, by bot and chat; nothing where nothing was in a topic. */
function receivedByChat({ updates }: LintInput): Map<string, Received[]> {
  const all = new Map<string, Received[]>();
  const newest = updates.slice(-MAX_UPDATES);
  if (!newest.some(({ body }) => body?.includes("is_topic_message"))) return all;
  for (const recorded of newest) {
    const { state, bot_id, at_ms } = recorded.update;
    if (state !== "delivered" && state !== "confirmed") continue;
    const place = placeOf(recorded);
    if (place === undefined) continue;
    const key = `${bot_id} ${String(place.chat_id)}`;
    const list = all.get(key) ?? [];
    list.push({ at_ms, message_id: place.message_id, inTopic: place.inTopic });
    all.set(key, list);
  }
  return all;
}

/** Where something was said or pressed. Service messages are no question. */
function placeOf({ update, body }: RecordedUpdate) {
  const content = parsed(body);
  const message = update.kind === "callback_query" ? memberOf(content, "message") : content;
  const chat_id = memberOf(memberOf(message, "chat"), "id");
  if (chat_id === undefined) return undefined;
  if (Object.keys(message as object).some((key) => key.includes("forum_topic_"))) return undefined;
  const message_id = Number(memberOf(message, "message_id") ?? 0);
  return { chat_id, message_id, inTopic: memberOf(message, "is_topic_message") === true };
}

export const generalTopicNamed: LintRule = {
  name: "general_topic_named",
  severity: "error",
  doc: "The bot sends with `message_thread_id` 1, which is refused: General is the place of messages that name no topic.",
  *check({ calls }) {
    for (const call of calls) {
      if (!SENDS.test(call.method) || Number(call.params?.get("message_thread_id")) !== GENERAL) continue;
      if (!refusalOf(call)?.includes("message thread not found")) continue;
      const message = `${call.method} was refused, because General is not named in sends. Leave message_thread_id out for it; methods about topics and sendChatAction take 1.`;
      yield evidenceOf(call, call.method, message);
    }
  },
};

export const topicRightMissing: LintRule = {
  name: "topic_right_missing",
  severity: "error",
  doc: "A method about topics is refused, because the bot is no administrator with the right `can_manage_topics`.",
  *check({ calls }) {
    for (const call of calls) {
      if (!/not enough rights to (?:create a topic|manage topics)/.test(refusalOf(call) ?? "")) continue;
      const message = `${call.method} was refused: the bot needs the right can_manage_topics for topics that it has not created. Make it an administrator with this right, and look for it in getChatMember before.`;
      yield evidenceOf(call, call.method, message);
    }
  },
};
