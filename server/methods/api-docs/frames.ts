/** Schemas of the frames of the WebSocket `/api/stream` (shared/frames.ts has their types). */
import { PROTOCOL } from "@heliogram/shared/frames.ts";
import type { Schema } from "../engine/fields.ts";
import { bool, int, list, note, oneOf, ref, str, tagged } from "./schema.ts";

interface FrameForm {
  /** Its name in the reference. */
  readonly name: string;
  /** When the service sends it. */
  readonly when: string;
  readonly schema: Schema;
}

const is = (value: unknown): Schema => ({ const: value });
const SEQ = { seq: int };
const CHAT_ID = { chat_id: int };
const COUNTS = {
  unread_count: note(
    int,
    "The number of the person's unread messages; with the last of several events, and only if it changed.",
  ),
  unread_after: note(int, "With `unread_count`: the person's read pointer, after which it counts."),
  unread_mentions: note(int, "The number of unread messages that mention the person; only if it changed."),
};

/** The events of a chat in frames and in `getDifference`: their fields besides `seq` and the counts. */
const CHAT_EVENTS: readonly FrameForm[] = [
  event("message", "A message was posted; if it was deleted since, only `message_id` is present.", [], {
    message: ref("Message"),
    message_id: int,
  }),
  event(
    "edit",
    "A message was edited; `message` is its current state. If it was deleted since, only `message_id` is present.",
    [],
    {
      message: ref("Message"),
      message_id: int,
    },
  ),
  event("delete", "A message was deleted.", ["message_id"], { message_id: int }),
  event("member", "A member record changed; if it was removed, only `user` is present.", ["member_count"], {
    member: ref("ChatMember"),
    user: ref("User"),
    member_count: int,
  }),
  event("read", "A member's read pointer moved; not sent in channels and large groups.", ["user_id", "read_up_to"], {
    user_id: int,
    read_up_to: int,
  }),
  event(
    "delivered",
    "In a private chat, a device of the other account has received the messages up to this one.",
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
  news("profile", "The person's name, photo or role in the service changed: call `getProfile`.", [], {}),
  news("chat", "The person's membership in a chat changed; without `chat_id` if the chat was deleted.", [], CHAT_ID),
  news("chat_settings", "The person's settings of a chat changed; `settings` is their current state.", [], {
    ...CHAT_ID,
    settings: ref("ChatSettings"),
  }),
  news("read", "The person's read pointer moved in a channel or large group, where others are not notified.", [], {
    ...CHAT_ID,
    read_up_to: int,
    unread_count: int,
    unread_mentions: int,
  }),
  news("pinned_chats", "The pinned chats of the person's list changed; the topmost is first.", ["pinned_chats"], {
    pinned_chats: list(int),
  }),
  news("join_request", "The state of the person's own join request changed.", ["chat_id", "state"], {
    ...CHAT_ID,
    state: oneOf(["open", "withdrawn", "granted", "declined", "dropped"]),
  }),
  news(
    "join_requests",
    "The number of open join requests changed; sent to those who may answer them.",
    ["chat_id", "join_request_count"],
    {
      ...CHAT_ID,
      join_request_count: int,
    },
  ),
  news(
    "callback_answer",
    "A bot answered the person's press of a button: `id` is the `callback_query_id` of `pressButton`.",
    ["id", "text", "show_alert"],
    {
      id: str,
      text: str,
      show_alert: bool,
      url: str,
    },
  ),
];

const CONNECTION_FRAMES: readonly FrameForm[] = [
  frame("hello", "The first frame. All events after it are sent.", ["protocol", "seq", "heads", "chats"], {
    protocol: note(is(PROTOCOL), "Raised when a frame changes its meaning."),
    seq: note(int, "The newest event of the person's own stream."),
    heads: note(int, "The sum of the `seq` of all the person's chats."),
    chats: note(int, "The number of these chats."),
  }),
  frame("beat", "Sent every 20 seconds. A socket without any frame for 45 seconds is dead: open another.", [], {}),
  frame("joined", "The person joined this chat. `listChats` has its row.", ["chat_id", "seq"], {
    ...CHAT_ID,
    ...SEQ,
  }),
  frame("gone", "The person is no longer in this chat.", ["chat_id"], CHAT_ID),
  frame(
    "action",
    "Somebody is typing or sending a file. The action ends by itself after 6 seconds.",
    ["chat_id", "user", "action"],
    {
      ...CHAT_ID,
      user: ref("User"),
      action: str,
    },
  ),
];

/** All frames, in the order of the reference. */
export const FRAMES: readonly FrameForm[] = [
  ...CONNECTION_FRAMES,
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
