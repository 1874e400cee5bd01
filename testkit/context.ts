/** What everybody in a world needs: its service, its calls, and who is there. */
import type { Directory } from "./directory.ts";
import type { ExpectationWindow } from "./expectations/window.ts";
import type { Client } from "./service/client.ts";
import type { CallLog } from "./service/call-log.ts";

export interface Context {
  readonly client: Client;
  readonly calls: CallLog;
  readonly directory: Directory;
  readonly window: ExpectationWindow;
  /** How long an expectation waits at most, in milliseconds. */
  readonly timeout_ms: number;
  /** Who has pressed a button, by the id of the callback query. */
  readonly taps: Map<string, number>;
  /** Private chats that people have opened, as `person account`. */
  readonly opened: Set<string>;
  /** Aborted when the program of a bot has ended without being asked to. */
  readonly crashed: AbortSignal;
  /** An error with this sentence and the transcript of the world. */
  readonly failure: (sentence: string) => Promise<Error>;
}
