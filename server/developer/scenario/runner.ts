/** What records and plays scenarios, as the methods of developer mode speak to it. */
import type { Replay, Scenario } from "@heliogram/shared/wire.ts";
import type { WaitLimits } from "./wait-limits.ts";

/** A scenario that cannot be recorded or played. The message is a sentence. */
export class ScenarioError extends Error {}

export interface ScenarioRunner {
  /**
   * @param after - only what came after this revision of the calls
   * @throws ScenarioError
   */
  record(after: number | undefined): Promise<Scenario>;
  /**
   * Plays a scenario to the bots that run.
   * @param content - of a scenario file
   * @throws ScenarioError
   */
  replay(content: unknown, limits: WaitLimits, signal: AbortSignal | undefined): Promise<Replay>;
}
