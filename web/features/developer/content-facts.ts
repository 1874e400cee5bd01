/** What the objects of calls and updates say about topics and reactions. Their form is not known. */
import { member, type MessagePlace } from "./message-in.ts";

export interface TopicFact {
  readonly message_thread_id: number;
  /** If the object has it. */
  readonly name: string | undefined;
}

export interface ReactionFact {
  /** The account that has reacted; `undefined` for an anonymous one. */
  readonly account_id?: number | undefined;
  /** The emoji before, where they are known. */
  readonly before?: string;
  /** The emoji, or the count of each in a channel. */
  readonly after: string;
}

export interface ContentFacts {
  readonly topic: TopicFact | undefined;
  readonly reaction: ReactionFact | undefined;
}

/** Of a call: the topic that it names or that its message is in, and the reactions that it sets. */
export function factsOfCall(method: string, params: unknown, response: unknown): ContentFacts {
  const result = member(response, "result");
  const message = Array.isArray(result) ? (result[0] as unknown) : result;
  const topic =
    topicOf(message, member(message, "name")) ??
    topicOf(params, /^(create|edit)/.test(method) && member(params, "name"));
  if (method !== "setMessageReaction") return { topic, reaction: undefined };
  return { topic, reaction: { after: emojiIn(parsed(member(params, "reaction"))) } };
}

/** Of an update: the topic of its message, or who has reacted with what. */
export function factsOfUpdate(kind: string, body: unknown): ContentFacts {
  const message = kind === "callback_query" ? member(body, "message") : body;
  return { topic: topicOf(message), reaction: reactionOf(kind, body) };
}

function reactionOf(kind: string, body: unknown): ReactionFact | undefined {
  if (kind === "message_reaction") {
    const id = member(member(body, "user"), "id");
    return {
      account_id: typeof id === "number" ? id : undefined,
      before: emojiIn(member(body, "old_reaction")),
      after: emojiIn(member(body, "new_reaction")),
    };
  }
  const counts = member(body, "reactions");
  if (kind !== "message_reaction_count" || !Array.isArray(counts)) return undefined;
  const shown = counts.map((each) => `${emojiIn([member(each, "type")])} ${String(member(each, "total_count"))}`);
  return { after: shown.join(", ") };
}

/** @param given - the name, if it is not in the message that created the topic */
function topicOf(value: unknown, given?: unknown): TopicFact | undefined {
  const id = Number(member(value, "message_thread_id") ?? 0);
  if (!Number.isSafeInteger(id) || id <= 0) return undefined;
  const created =
    member(value, "forum_topic_created") ?? member(member(value, "reply_to_message"), "forum_topic_created");
  const name = member(created, "name") ?? given;
  return { message_thread_id: id, name: typeof name === "string" && name !== "" ? name : undefined };
}

/** The message that a reaction was set on, for which the response has none. */
export function messageReactedTo(
  method: string,
  params: unknown,
  bot_id: number | undefined,
): MessagePlace | undefined {
  if (method !== "setMessageReaction") return undefined;
  const [chat_id, message_id] = [Number(member(params, "chat_id")), Number(member(params, "message_id"))];
  return Number.isSafeInteger(chat_id) && message_id > 0 ? { chat_id, message_id, bot_id } : undefined;
}

function emojiIn(reactions: unknown): string {
  return (Array.isArray(reactions) ? reactions : []).map((each) => String(member(each, "emoji"))).join(" ");
}

/** A parameter of a form is the text of its JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
