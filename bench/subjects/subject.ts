/** Servers under measurement: what every one of them can be asked. */

/** The bots, chats and the person of a subject; one that does not check them is content with any. */
export interface Cast {
  /** The bot that sends. */
  readonly sender: string;
  /** The bot that polls, and sees what people say. */
  readonly poller: string;
  readonly chats: readonly number[];
  /** Access token of somebody who is in all chats; `undefined` where there are no people. */
  readonly person: string | undefined;
}

export interface Subject {
  readonly name: string;
  readonly pid: number;
  readonly port: number;
  readonly cast: Cast;
  stop(): Promise<void>;
}

/** Chats that messages are sent to, in turn. */
export const CHATS = 50;
