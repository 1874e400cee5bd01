/** One socket's place in one chat that it follows. */
import type { Acting } from "./presence.ts";

/** What a socket does for those who tell it of its chats. */
export interface Screen {
  readonly person_id: number;
  /** Has it read a stream by itself, as its person alone sees it. */
  wake(stream: number): void;
  /** Sends frames as they are. */
  sendBytes(frames: Buffer): void;
  /** The chat is there no longer. */
  dropChat(chat_id: number): void;
  /** Shows what somebody does, as its person alone sees it. */
  showAction(acting: Acting): void;
}

export class ChatScreen {
  readonly screen: Screen;
  /** The newest event that the socket has. */
  cursor: number;
  /** The socket reads the chat by itself, or is about to: until it has, nobody else sends it what happens there. */
  isReading = false;
  #unread_after: number | undefined;
  #moves = 0;

  constructor(screen: Screen, cursor: number) {
    this.screen = screen;
    this.cursor = cursor;
  }

  get person_id(): number {
    return this.screen.person_id;
  }

  /** The message after which the chat is unread to the person; `undefined` while that is not known. */
  get unread_after(): number | undefined {
    return this.#unread_after;
  }

  /** The person has read: where to is to be asked again. */
  pointerMoved(): void {
    this.#unread_after = undefined;
    this.#moves += 1;
  }

  /** To be called before the pointer is read. @returns what takes it, unless it has moved meanwhile */
  learnPointer(): (unread_after: number | undefined) => void {
    const moves = this.#moves;
    return (unread_after) => {
      if (moves === this.#moves) this.#unread_after = unread_after;
    };
  }
}
