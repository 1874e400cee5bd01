/** The frames of the web socket `/api/stream`, spelled out for the documents (shared/frames.ts has their types). */
import { PROTOCOL } from "@heliogram/shared/frames.ts";
import type { Schema } from "../fields.ts";
import { bool, int, list, note, oneOf, ref, str, tagged } from "./schema.ts";

interface FrameForm {
  /** What the reference calls it. */
  readonly name: string;
  /** When it comes. */
  readonly when: string;
  readonly schema: Schema;
}

const is = (value: unknown): Schema => ({ const: value });
const SEQ = { seq: int };
const CHAT_ID = { chat_id: int };
const COUNTS = {
  unread_count: note(int, "The person's unread messages, with the last of several events and only if it changed."),
  unread_after: note(int, "With `unread_count`: the message after which it counts, the person's read pointer."),
  unread_mentions: note(int, "Unread messages that mention the person, only if it changed."),
};

/** One event of a chat, as frames carry it and `getDifference` lists it: the members besides `seq` and the counts. */
const CHAT_EVENTS: readonly FrameForm[] = [
  event("message", "A message was posted; one that was deleted since has only `message_id`.", [], {
    message: ref("Message"),
    message_id: int,
  }),
  event(
    "edit",
    "A message was changed; `message` is the message as it is now. One that was deleted since has only `message_id`.",
    [],
    {
      message: ref("Message"),
      message_id: int,
    },
  ),
  event("delete", "A message was deleted.", ["message_id"], { message_id: int }),
  event("member", "Somebody's record changed; somebody without a record any more has only `user`.", ["member_count"], {
    member: ref("ChatMember"),
    user: ref("User"),
    member_count: int,
  }),
  event("read", "A member has read further; not told in large chats.", ["user_id", "read_up_to"], {
    user_id: int,
    read_up_to: int,
  }),
  event(
    "delivered",
    "In a private chat, a device of the other one has these messages.",
    ["user_id", "delivered_up_to"],
    {
      user_id: int,
      delivered_up_to: int,
    },
  ),
  event("chat", "The title, photo, description, user name or permissions changed.", ["chat"], {
    chat: ref("ChatFullInfo"),
  }),
  event("pins", "A message was pinned or unpinned.", ["chat"], { chat: ref("ChatFullInfo") }),
];

const ACCOUNT_EVENTS: readonly FrameForm[] = [
  news("session", "The person signed in or out somewhere.", [], {}),
  news("profile", "The person's name, photo or rights on the service changed: call `getProfile`.", [], {}),
  news("chat", "The person's membership in a chat changed; a chat that is gone has no id.", [], CHAT_ID),
  news("chat_settings", "The person's settings of a chat, as they are now.", [], {
    ...CHAT_ID,
    settings: ref("ChatSettings"),
  }),
  news("read", "How far the person has read in a large chat, where others are not told.", [], {
    ...CHAT_ID,
    read_up_to: int,
    unread_count: int,
    unread_mentions: int,
  }),
  news("pinned_chats", "The chats that are pinned in the person's list, the topmost first.", ["pinned_chats"], {
    pinned_chats: list(int),
  }),
  news("join_request", "What became of the person's own join request.", ["chat_id", "state"], {
    ...CHAT_ID,
    state: oneOf(["open", "withdrawn", "granted", "declined", "dropped"]),
  }),
  news(
    "join_requests",
    "How many join requests wait, to those who may answer them.",
    ["chat_id", "join_request_count"],
    {
      ...CHAT_ID,
      join_request_count: int,
    },
  ),
  news(
    "callback_answer",
    "A bot answered a press of the person's: `id` is the `callback_query_id` of `pressButton`.",
    ["id", "text", "show_alert"],
    {
      id: str,
      text: str,
      show_alert: bool,
      url: str,
    },
  ),
];

const LINE: readonly FrameForm[] = [
  frame("hello", "The first frame. Everything after it is told.", ["protocol", "seq", "heads", "chats"], {
    protocol: note(is(PROTOCOL), "Raised when a frame changes its meaning."),
    seq: note(int, "The newest event of the person's own stream."),
    heads: note(int, "The sum of the `seq` of all the person's chats."),
    chats: note(int, "How many chats that are."),
  }),
  frame("beat", "Every 20 seconds. A socket on which nothing came for 45 seconds is dead: open another.", [], {}),
  frame("joined", "The person is in this chat since. Its row is in `listChats`.", ["chat_id", "seq"], {
    ...CHAT_ID,
    ...SEQ,
  }),
  frame("gone", "The person is in this chat no longer.", ["chat_id"], CHAT_ID),
  frame(
    "action",
    "Somebody types, or sends a file. It ends by itself after 6 seconds.",
    ["chat_id", "user", "action"],
    {
      ...CHAT_ID,
      user: ref("User"),
      action: str,
    },
  ),
];

/** Every frame, in the order of the reference. */
export const FRAMES: readonly FrameForm[] = [
  ...LINE,
  ...CHAT_EVENTS.map(({ name, when, schema }) => ({
    name: `chat, ${name}`,
    when,
    schema: withFirst(schema, { type: is("chat"), ...CHAT_ID }),
  })),
  ...ACCOUNT_EVENTS,
];

/** The schemas of frames and events, by name. */
export const FRAME_OBJECTS: Readonly<Record<string, Schema>> = {
  ChatEvent: { oneOf: CHAT_EVENTS.map(({ when, schema }) => note(schema, when)) },
  Frame: { oneOf: FRAMES.map(({ when, schema }) => note(schema, when)) },
};

function frame(type: string, when: string, required: readonly string[], properties: Record<string, Schema>): FrameForm {
  return { name: type, when, schema: tagged({ type: is(type) }, required, properties) };
}

function event(kind: string, when: string, required: readonly string[], properties: Record<string, Schema>): FrameForm {
  return { name: kind, when, schema: tagged({ ...SEQ, kind: is(kind) }, required, { ...properties, ...COUNTS }) };
}

function news(kind: string, when: string, required: readonly string[], properties: Record<string, Schema>): FrameForm {
  const tags = { type: is("account"), ...SEQ, kind: is(kind) };
  return { name: `account, ${kind}`, when, schema: tagged(tags, required, properties) };
}

function withFirst(schema: Schema, first: Record<string, Schema>): Schema {
  const { required, properties } = schema as { required: readonly string[]; properties: Record<string, Schema> };
  return tagged(first, required, properties);
}
