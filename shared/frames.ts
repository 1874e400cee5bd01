/** What the web socket of people's screens carries: one JSON object a frame, from the service to the client. */
import type { ChatFullInfo, ChatMember, ChatSettings, Message, User } from "./wire.ts";

/** Raised when a frame changes its meaning; a client that knows another number reloads. */
export const PROTOCOL = 1;

/** What happened in a chat, shown as things stand when it is read; `seq` counts up by one in each chat. */
/** `unread_mentions` comes to those alone whom an event mentions, or who have read. */
export type ChatEvent = { readonly seq: number; readonly unread_mentions?: number } & (
  | { readonly kind: "message" | "edit"; readonly message: Message }
  /** A message that was deleted since is named by its number alone. */
  | { readonly kind: "message" | "edit" | "delete"; readonly message_id: number; readonly message?: never }
  | { readonly kind: "member"; readonly member?: ChatMember; readonly user?: User; readonly member_count: number }
  | { readonly kind: "read"; readonly user_id: number; readonly read_up_to: number }
  /** In a private chat: a device of this person's has the message, or this bot has taken it. */
  | { readonly kind: "delivered"; readonly user_id: number; readonly delivered_up_to: number }
  | { readonly kind: "chat" | "pins"; readonly chat: ChatFullInfo }
);

/** What is unread of a chat. It comes with the last of several events, and with those alone that change it. */
export interface UnreadCount {
  readonly unread_count: number;
  /** The person's read pointer, as far as the service knows it: what is counted comes after this message. */
  readonly unread_after: number;
}

/** How a bot answered the press of a button. */
export interface CallbackAnswer {
  readonly id: string;
  readonly text: string;
  readonly show_alert: boolean;
  readonly url?: string;
}

/** Where a person has read to, and what is left; absent from a frame about a chat that is gone. */
export interface OwnReading {
  readonly chat_id: number;
  readonly read_up_to: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
}

export type Frame =
  /** The first frame: from here on nothing is missed. `heads` is the sum of the `seq` of all chats in the list, `chats` how many they are. */
  | {
      readonly type: "hello";
      readonly protocol: number;
      readonly seq: number;
      readonly heads: number;
      readonly chats: number;
    }
  | ({ readonly type: "chat"; readonly chat_id: number } & Partial<UnreadCount> & ChatEvent)
  | ({ readonly type: "account"; readonly seq: number; readonly kind: "callback_answer" } & CallbackAnswer)
  /** The person signed in or out somewhere; or what the service knows of them changed. */
  | { readonly type: "account"; readonly seq: number; readonly kind: "session" | "profile" }
  /** The person's membership in the chat changed; a chat that is gone since has no id. */
  | { readonly type: "account"; readonly seq: number; readonly kind: "chat"; readonly chat_id?: number }
  /** The person's own settings of a chat, as they are now. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "chat_settings";
      readonly chat_id?: number;
      readonly settings?: ChatSettings;
    }
  /** How far the person has read in a large chat, where others are not told. */
  | ({ readonly type: "account"; readonly seq: number; readonly kind: "read" } & Partial<OwnReading>)
  /** The chats pinned in the person's list, the topmost first. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "pinned_chats";
      readonly pinned_chats: readonly number[];
    }
  /** What became of the person's own request to join a chat; `granted` by whichever way they came in. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "join_request";
      readonly chat_id: number;
      readonly state: "open" | "withdrawn" | "granted" | "declined" | "dropped";
    }
  /** How many wait to be let into a chat, to those who may answer them. */
  | {
      readonly type: "account";
      readonly seq: number;
      readonly kind: "join_requests";
      readonly chat_id: number;
      readonly join_request_count: number;
    }
  /** The person is in a chat since; its list row is there to be read. */
  | { readonly type: "joined"; readonly chat_id: number; readonly seq: number }
  /** The person is in the chat no longer. */
  | { readonly type: "gone"; readonly chat_id: number }
  /** Every twenty seconds, because a script cannot see the pings of the socket: a line on which not even this comes is dead. */
  | { readonly type: "beat" }
  | { readonly type: "action"; readonly chat_id: number; readonly user: User; readonly action: string };
