/**
 * What the objects of calls and updates say about topics, reactions, and what is asked for and shared by buttons. Their form
 * is not known.
 */
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

/** A button that asks for users or for a chat. */
export interface AskedFact {
  readonly text: string;
  readonly request_id: number;
  readonly what: "users" | "group" | "channel";
  /** The users that it takes at most. */
  readonly max: number;
}

/** What a person has shared by such a button. */
export interface SharedFact {
  readonly request_id: number;
  /** The ids of the users, or of the chat. */
  readonly ids: readonly number[];
}

export interface ContentFacts {
  readonly topic: TopicFact | undefined;
  readonly reaction: ReactionFact | undefined;
  readonly asked?: readonly AskedFact[];
  readonly shared?: SharedFact | undefined;
}

/** Of a call: the topic that it names or that its message is in, the reactions that it sets, what it asks for and shares. */
export function factsOfCall(method: string, params: unknown, response: unknown): ContentFacts {
  const result = member(response, "result");
  const message = Array.isArray(result) ? (result[0] as unknown) : result;
  const topic =
    topicOf(message, member(message, "name")) ??
    topicOf(params, /^(create|edit)/.test(method) && member(params, "name"));
  const asked = askedIn(parsed(member(params, "reply_markup")));
  const isShare = method === "shareUsers" || method === "shareChat";
  const shared = isShare ? sharedOf(params, member(params, "user_ids"), member(params, "shared_chat_id")) : undefined;
  const reaction = method === "setMessageReaction" ? { after: emojiIn(parsed(member(params, "reaction"))) } : undefined;
  return { topic, reaction, asked, shared };
}

/** Of an update: the topic of its message, who has reacted with what, or what is shared. */
export function factsOfUpdate(kind: string, body: unknown): ContentFacts {
  const message = kind === "callback_query" ? member(body, "message") : body;
  return { topic: topicOf(message), reaction: reactionOf(kind, body), shared: sharedIn(message) };
}

function askedIn(markup: unknown): AskedFact[] {
  const rows = member(markup, "keyboard");
  return (Array.isArray(rows) ? rows.flat() : []).flatMap((button: unknown) => {
    const [users, chat] = [member(button, "request_users"), member(button, "request_chat")];
    const request_id = Number(member(users ?? chat, "request_id"));
    if (!Number.isSafeInteger(request_id)) return [];
    const place = member(chat, "chat_is_channel") === true ? "channel" : "group";
    const max = Number(member(users, "max_quantity") ?? 1);
    return [{ text: String(member(button, "text")), request_id, what: users === undefined ? place : "users", max }];
  });
}

function sharedIn(message: unknown): SharedFact | undefined {
  const [users, chat] = [member(message, "users_shared"), member(message, "chat_shared")];
  const shared = member(users, "users");
  const ids = Array.isArray(shared) ? shared.map((each) => member(each, "user_id")) : undefined;
  return sharedOf(users ?? chat, ids, member(chat, "chat_id"));
}

function sharedOf(about: unknown, user_ids: unknown, chat_id: unknown): SharedFact | undefined {
  const request_id = Number(member(about, "request_id"));
  const ids = Array.isArray(user_ids) ? user_ids.map(Number) : [Number(chat_id)];
  return Number.isSafeInteger(request_id) && ids.every(Number.isSafeInteger) ? { request_id, ids } : undefined;
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
