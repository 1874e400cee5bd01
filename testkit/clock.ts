/** The clock of a world. */
import type { ClockState } from "@heliogram/shared/wire.ts";
import { durationMs } from "@heliogram/shared/durations.ts";
import type { Context } from "./context.ts";

export class TestClock {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  state(): Promise<ClockState> {
    return this.#call("getClock");
  }

  /** Stops it: nothing is due until it is advanced or goes on. */
  freeze(): Promise<ClockState> {
    return this.#call("freezeClock");
  }

  resume(): Promise<ClockState> {
    return this.#call("resumeClock");
  }

  /**
   * Moves it forward, and waits for what that causes in the service.
   * @param by - milliseconds, or a duration as `500ms`, `31s`, `5m`, `2h` or `1d`
   */
  advance(by: number | string): Promise<ClockState> {
    const ms = typeof by === "number" ? by : durationMs(by);
    if (ms === undefined) throw new TypeError(`${by} is no duration; write 500ms, 31s, 5m, 2h or 1d`);
    return this.#call("advanceClock", { seconds: ms / 1000 });
  }

  /** Moves it to the next timer, such as the end of a long poll or the next attempt of a webhook. */
  runToNextTimer(): Promise<ClockState> {
    return this.#call("runToNextTimer");
  }

  async #call(method: string, params: object = {}): Promise<ClockState> {
    await this.#context.window.begin();
    return this.#context.client.developer<ClockState>(method, params);
  }
}
