/** The subscription of one socket to one chat: its cursor, and the person's read pointer. */
import type { ChatAction } from "../chat-actions.ts";
import type { ReactionDelay } from "./reaction-delay.ts";

/** What the subscriptions and the broadcaster need from a socket. */
export interface SubscribedSocket {
  readonly person_id: number;
  /** Makes the socket read a stream by itself, as its person sees it. */
  readStream(stream: number): void;
  /** The client has not taken what it was sent. */
  readonly isBehind: boolean;
  /** Makes the socket read a stream by itself once the client has taken what it was sent. */
  readWhenTaken(stream: number): void;
  /** Sends complete frames. */
  sendBytes(frames: Buffer): void;
  /** The chat was deleted. */
  dropChat(chat_id: number): void;
  /** Shows a chat action, as its person sees it. */
  showAction(action: ChatAction): void;
  /**
   * Sends frames of streamed drafts, unless the client has not taken the last ones yet. Then the chat's drafts are shown
   * again when it has.
   * @returns whether they were sent
   */
  sendDrafts(chat_id: number, frames: readonly Buffer[]): boolean;
}

export class ChatSubscription {
  readonly socket: SubscribedSocket;
  /** The newest event that the socket has. */
  cursor: number;
  /** The socket reads the chat by itself, or is about to. The broadcaster skips it meanwhile. */
  isReading = false;
  /** There are edits of messages that wait until the client has taken what it was sent. */
  isHeld = false;
  /** The newest version of the chat's streamed drafts that the socket has. */
  draft_version = 0;
  /** Of a socket that reads the chat by itself: what holds back changes of reactions, once there were any. */
  reactions: ReactionDelay | undefined;
  #unread_after: number | undefined;
  #moves = 0;

  constructor(socket: SubscribedSocket, cursor: number) {
    this.socket = socket;
    this.cursor = cursor;
  }

  get person_id(): number {
    return this.socket.person_id;
  }

  /** The person's read pointer: later messages are unread. `undefined` while it is not known. */
  get unread_after(): number | undefined {
    return this.#unread_after;
  }

  /** The person has read further, so the pointer must be read again. */
  invalidatePointer(): void {
    this.#unread_after = undefined;
    this.#moves += 1;
  }

  /**
   * Called before the pointer is read. @returns a function that takes the value, unless the pointer has changed
   * meanwhile
   */
  beginPointerRead(): (unread_after: number | undefined) => void {
    const moves = this.#moves;
    return (unread_after) => {
      if (moves === this.#moves) this.#unread_after = unread_after;
    };
  }
}
