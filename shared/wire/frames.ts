/** The frames of the WebSocket of people's clients: one JSON object each, from the service to the client. */
import { PROTOCOL } from "../protocol.ts";
import { ChatFullInfo } from "./chat-full-info.ts";
import { ChatMember } from "./members.ts";
import { Message, MessageEntity } from "./messages.ts";
import { ChatSettings } from "./people.ts";
import { RichMessage } from "./rich.ts";
import { TOPIC_STATE } from "./topic-rows.ts";
import { Topic } from "./topics.ts";
import { Chat } from "./chats.ts";
import { chosenReactions, ReactionCount } from "./reactions.ts";
import {
  bool,
  constant,
  int,
  list,
  named,
  note,
  object,
  oneOf,
  optional,
  str,
  union,
  type Fields,
  type Schema,
  type TypeOf,
} from "./schema.ts";
import { User } from "./users.ts";

const SEQ = { seq: int };
const CHAT_ID = { chat_id: int };
/** Of frames of a chat alone. */
const RUN = {
  run: optional(
    int,
    "How many events up to `seq` it stands for, if more than one: edits of messages that were edited again are left out.",
  ),
};

/** The counts that frames of a chat may have. */
const COUNTS = {
  unread_count: optional(
    int,
    "The number of the person's unread messages; with the last of several events, and only if it changed.",
  ),
  unread_after: optional(int, "With `unread_count`: the person's read pointer, after which it counts."),
  unread_mentions: optional(int, "The number of unread messages that mention the person; only if it changed."),
};

/** The unread count of a chat. */
export type UnreadCount = Required<Pick<ChatEvent, "unread_count" | "unread_after">>;

const callbackAnswer = { id: str, text: str, show_alert: bool, url: optional(str) };
/** A bot's answer to a callback query. */
export type CallbackAnswer = TypeOf<ReturnType<typeof object<typeof callbackAnswer>>>;

const ownReadState = { chat_id: int, read_up_to: int, unread_count: int, unread_mentions: int };
/** The person's read pointer and unread counts. */
export type OwnReadState = TypeOf<ReturnType<typeof object<typeof ownReadState>>>;

/**
 * The events of a chat in frames and in `getDifference`, with the state at the time they are read. `seq` increases by
 * one in each chat, and where there is a `run` by that.
 */
const CHAT_EVENTS = [
  event("message", "A message was posted; if it was deleted since, only `message_id` is present.", {
    message: optional(Message),
    message_id: optional(int),
  }),
  event(
    "edit",
    "A message was edited; `message` is its current state. If it was deleted since, only `message_id` is present.",
    { message: optional(Message), message_id: optional(int) },
  ),
  event("delete", "A message was deleted.", { message_id: int }),
  event("deletions", "Messages were deleted at once: they were too old, or those of a person who was erased.", {
    message_ids: list(int),
  }),
  event("member", "A member record changed; if it was removed, only `user` is present.", {
    member: optional(ChatMember),
    user: optional(User),
    member_count: int,
  }),
  event("read", "A member's read pointer moved; not sent in channels and large groups.", {
    user_id: int,
    read_up_to: int,
  }),
  event("delivered", "In a private chat, a device of the other account has received the messages up to this one.", {
    user_id: int,
    delivered_up_to: int,
  }),
  event(
    "chat",
    "The title, photo, description, user name, permissions or available reactions changed, or the group or the chat with a bot got topics or lost them.",
    { chat: ChatFullInfo },
  ),
  event(
    "topic",
    "A topic was created or changed; `topic` is its current state. If it was deleted, its messages are too, and only `message_thread_id` is present.",
    { message_thread_id: int, topic: optional(Topic) },
  ),
  event("reactions", "The reactions to these messages changed. One event stands for the `run` events up to `seq`.", {
    run: note(int, "How many consecutive events of the chat it stands for."),
    messages: note(
      list(object({ message_id: int, reactions: list(ReactionCount) })),
      "The messages, with the reactions that they have; messages that were deleted since are left out.",
    ),
  }),
  event("pins", "A message was pinned or unpinned.", { chat: ChatFullInfo }),
] as const;

/** The events of a person's own stream. */
const ACCOUNT_EVENTS = [
  news("session", "The person signed in or out somewhere.", {}),
  news(
    "profile",
    "The person's name, photo, role in the service, or settings changed: call `getProfile`, and the methods of settings that are shown, such as `getMailSettings`.",
    {},
  ),
  news("chat", "The person's membership in a chat changed; without `chat_id` if the chat was deleted.", {
    chat_id: optional(int),
  }),
  news("chat_settings", "The person's settings of a chat changed; `settings` is their current state.", {
    chat_id: optional(int),
    settings: optional(ChatSettings),
  }),
  news(
    "read",
    "The person's read pointer moved in a channel or large group, where others are not notified. Without fields if the chat was deleted.",
    {
      chat_id: optional(int),
      read_up_to: optional(int),
      unread_count: optional(int),
      unread_mentions: optional(int),
    },
  ),
  news(
    "topic",
    "The person's read pointer, settings or draft of a topic changed. With the unread counts of the chat, and of the topic itself in `topic`. Without fields if the chat or the topic was deleted.",
    {
      chat_id: optional(int),
      message_thread_id: optional(int),
      topic: optional(object(TOPIC_STATE)),
      unread_count: optional(int),
      unread_after: optional(int),
      unread_mentions: optional(int),
    },
  ),
  news("own_reactions", "The person's own reactions to a message changed.", {
    ...CHAT_ID,
    message_id: int,
    chosen_reactions: chosenReactions,
  }),
  news(
    "unread_reactions",
    "The number of the person's messages with reactions that they have not seen changed. With `message_id`, somebody has reacted to it, and the person is notified.",
    {
      chat_id: optional(int),
      unread_reactions: optional(int),
      message_id: optional(int),
      emoji: optional(str),
      user: optional(User),
      sender_chat: optional(Chat, "In place of `user`: the group, for its anonymous administrator."),
    },
  ),
  news("pinned_chats", "The pinned chats of the person's list changed; the topmost is first.", {
    pinned_chats: list(int),
  }),
  news("join_request", "The state of the person's own join request changed; `granted` whichever way they joined.", {
    ...CHAT_ID,
    state: oneOf(["open", "withdrawn", "granted", "declined", "dropped"]),
  }),
  news("join_requests", "The number of open join requests changed; sent to those who may answer them.", {
    ...CHAT_ID,
    join_request_count: int,
  }),
  news(
    "callback_answer",
    "A bot answered the person's press of a button: `id` is the `callback_query_id` of `pressButton`.",
    callbackAnswer,
  ),
] as const;

const CONNECTION_FRAMES = [
  frame("hello", "The first frame. All events after it are sent.", {
    protocol: note(constant(PROTOCOL), "Raised when a frame changes its meaning."),
    seq: note(int, "The newest event of the person's own stream."),
    heads: note(int, "The sum of the `seq` of all the person's chats."),
    chats: note(int, "The number of these chats."),
  }),
  frame("beat", "Sent every 20 seconds. A socket without any frame for 45 seconds is dead: open another.", {}),
  frame("joined", "The person joined this chat. `listChats` has its row.", { ...CHAT_ID, ...SEQ }),
  frame("gone", "The person is no longer in this chat.", CHAT_ID),
  frame("action", "Somebody is typing or sending a file. The action ends by itself after 6 seconds.", {
    ...CHAT_ID,
    message_thread_id: optional(int, "The topic; 1 is General, absent where the chat has none."),
    user: User,
    action: str,
  }),
  frame(
    "streamed_draft",
    "A bot shows what it is writing, or changes what it has shown. Frames are left out for a client that reads slowly. The draft ends with `streamed_draft_end` or with the next message of the bot in its topic, or in a chat without topics; it is no message, and has no place in the history.",
    {
      ...CHAT_ID,
      user: User,
      draft_id: note(int, "With another id the bot begins another draft in place of this one."),
      message_thread_id: optional(int, "The topic; 1 is General, absent where the chat has none."),
      text: note(str, "Empty while the bot has no text yet."),
      entities: optional(list(MessageEntity)),
      rich_message: optional(RichMessage, "The blocks, of which `text` is the plain text. They mention nobody by id."),
      can_stop: optional(bool, "Whether `stopMessageGeneration` may be called."),
    },
  ),
  frame("streamed_draft_end", "What the bot has shown is no longer shown.", {
    ...CHAT_ID,
    message_thread_id: optional(int, "As in `streamed_draft`."),
    user_id: int,
    draft_id: int,
  }),
] as const;

interface Form<F extends Fields = Fields> {
  /** Its name in the reference. */
  readonly name: string;
  /** When the service sends it. */
  readonly when: string;
  readonly fields: F;
}

type TypeOfForm<F> = F extends Form<infer X> ? TypeOf<ReturnType<typeof object<X>>> : never;

/** An event of a chat. */
export type AnyChatEvent = TypeOfForm<(typeof CHAT_EVENTS)[number]>;

/** All frames, in the order of the reference. */
export const FRAMES = [
  ...CONNECTION_FRAMES,
  ...CHAT_EVENTS.map(({ name, when, fields }) => ({
    name: `chat, ${name}`,
    when,
    fields: { type: constant("chat"), ...CHAT_ID, ...fields },
  })),
  ...ACCOUNT_EVENTS,
].map(({ name, when, fields }) => ({ name, when, schema: object(fields as Fields) }));

export const ChatEvent = named(
  "ChatEvent",
  union(CHAT_EVENTS.map(({ when, fields }) => note(object(fields as Fields), when) as unknown as Schema<AnyChatEvent>)),
);
export type ChatEvent = TypeOf<typeof ChatEvent>;

type AnyFrame =
  | TypeOfForm<(typeof CONNECTION_FRAMES)[number] | (typeof ACCOUNT_EVENTS)[number]>
  | ({ type: "chat"; chat_id: number } & AnyChatEvent);

export const Frame = named(
  "Frame",
  union(FRAMES.map(({ when, schema }) => note(schema, when) as unknown as Schema<AnyFrame>)),
);
export type Frame = TypeOf<typeof Frame>;

function frame<const K extends string, const F extends Fields>(type: K, when: string, fields: F) {
  return { name: type as string, when, fields: { type: constant(type), ...fields } };
}

function event<const K extends string, const F extends Fields>(kind: K, when: string, fields: F) {
  return { name: kind as string, when, fields: { ...SEQ, kind: constant(kind), ...RUN, ...fields, ...COUNTS } };
}

function news<const K extends string, const F extends Fields>(kind: K, when: string, fields: F) {
  const tags = { type: constant("account"), ...SEQ, kind: constant(kind) };
  return { name: `account, ${kind}`, when, fields: { ...tags, ...fields } };
}
