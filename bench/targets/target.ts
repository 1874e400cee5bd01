/** A target: a server that is measured. */

/** The bots, chats and the person of a target. A target that does not check them has placeholders. */
export interface Accounts {
  /** Token of the bot that sends. */
  readonly sender: string;
  /** Token of the bot that polls. It receives the messages of people. */
  readonly poller: string;
  readonly chats: readonly number[];
  /** Access token of a person who is in all chats; `undefined` if the target has no people. */
  readonly person: string | undefined;
}

export interface Target {
  readonly name: string;
  readonly pid: number;
  /** Of the database server, if there is one. Other targets may use the same server. */
  readonly store_pid?: number | undefined;
  readonly port: number;
  readonly accounts: Accounts;
  stop(): Promise<void>;
}

/** The number of chats that messages are sent to, in turn. */
export const CHATS = 50;
