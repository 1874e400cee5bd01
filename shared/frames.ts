/** The frames of the WebSocket of people's clients: one JSON object each, from the service to the client. */
import type { ChatFullInfo, ChatMember, ChatSettings, Message, User } from "./wire.ts";

/** The protocol version, raised when a frame changes its meaning. A client with another version reloads. */
export const PROTOCOL = 1;

/**
 * An event of a chat, with the state at the time it is read; `seq` increases by one in each chat. `unread_mentions` is
 * sent only to people whom the event mentions, and to the person who has read.
 */
export type ChatEvent = { readonly seq: number; readonly unread_mentions?: number } & (
  | { readonly kind: "message" | "edit"; readonly message: Message }
  /** A message that was deleted since has only its id. */
  | { readonly kind: "message" | "edit" | "delete"; readonly message_id: number; readonly message?: never }
  | { readonly kind: "member"; readonly member?: ChatMember; readonly user?: User; readonly member_count: number }
  | { readonly kind: "read"; readonly user_id: number; readonly read_up_to: number }
  /** In a private chat: a device of this person has received the message, or this bot has confirmed it. */
  | { readonly kind: "delivered"; readonly user_id: number; readonly delivered_up_to: number }
  | { readonly kind: "chat" | "pins"; readonly chat: ChatFullInfo }
);

/** The unread count of a chat. It is sent with the last of several events, and only if they change it. */
export interface UnreadCount {
  readonly unread_count: number;
  /** The person's read pointer: messages after it are counted. */
  readonly unread_after: number;
}

/** A bot's answer to a callback query. */
export interface CallbackAnswer {
  readonly id: string;
  readonly text: string;
  readonly show_alert: boolean;
  readonly url?: string;
}

/** The person's read pointer and unread counts; absent in a frame about a deleted chat. */
export interface OwnReadState {
  readonly chat_id: number;
  readonly read_up_to: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
}

export type Frame =
  /**
   * The first frame; all later events are sent. `heads` is the sum of the `seq` of all chats in the list, `chats`
   * their number.
   */
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly seq: number;
      readonly heads: number;
      readonly chats: number;
    }
  | ({ readonly type: "chat"; readonly chat_id: number } & Partial<UnreadCount> & ChatEvent)
  | ({ readonly type: "account"; readonly seq: number; readonly kind: "callback_answer" } & CallbackAnswer)
  /** `session`: the person signed in or out somewhere. `profile`: their profile changed. */
  | { readonly type: "account"; readonly seq: number; readonly kind: "session" | "profile" }
  /** The person's membership in the chat changed; without `chat_id` if the chat was deleted. */
  | { readonly type: "account"; readonly seq: number; readonly kind: "chat"; readonly chat_id?: number }
  /** The current settings of a chat of the person. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "chat_settings";
      readonly chat_id?: number;
      readonly settings?: ChatSettings;
    }
  /** The person's read pointer in a channel or large group, where others are not notified. */
  | ({ readonly type: "account"; readonly seq: number; readonly kind: "read" } & Partial<OwnReadState>)
  /** The chats pinned in the person's list, the topmost first. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "pinned_chats";
      readonly pinned_chats: readonly number[];
    }
  /** The state of the person's own join request; `granted` whichever way they joined. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "join_request";
      readonly chat_id: number;
      readonly state: "open" | "withdrawn" | "granted" | "declined" | "dropped";
    }
  /** The number of open join requests of a chat, for those who may answer them. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "join_requests";
      readonly chat_id: number;
      readonly join_request_count: number;
    }
  /** The person joined a chat; `listChats` has its row. */
  | { readonly type: "joined"; readonly chat_id: number; readonly seq: number }
  /** The person is no longer in the chat. */
  | { readonly type: "gone"; readonly chat_id: number }
  /**
   * Sent every twenty seconds, because scripts cannot see the pings of a WebSocket: without it, the connection is
   * dead.
   */
  | { readonly type: "beat" }
  | { readonly type: "action"; readonly chat_id: number; readonly user: User; readonly action: string };
