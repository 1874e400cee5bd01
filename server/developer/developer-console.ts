/** The developer console: while it is on, the calls, updates and webhook attempts of bots are recorded. */
import type { DeveloperLogs } from "./developer-logs.ts";

export class DeveloperConsole {
  readonly #open: () => DeveloperLogs;
  readonly #isFixed: boolean;
  #logs: DeveloperLogs | undefined;

  /**
   * @param open - makes empty logs
   * @param always - the logs of developer mode, where the console is always on
   */
  constructor(open: () => DeveloperLogs, always?: DeveloperLogs) {
    this.#open = open;
    this.#isFixed = always !== undefined;
    this.#logs = always;
  }

  /** `undefined` while nothing is recorded. */
  get logs(): DeveloperLogs | undefined {
    return this.#logs;
  }

  /** Begins to record, or drops what was recorded and ends every wait for news of it. */
  setEnabled(isOn: boolean): void {
    if (this.#isFixed || isOn === (this.#logs !== undefined)) return;
    const before = this.#logs;
    this.#logs = isOn ? this.#open() : undefined;
    before?.close();
  }

  /** Ends every wait for news. */
  close(): void {
    this.#logs?.close();
  }
}
