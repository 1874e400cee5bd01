/** Records and plays the scenarios of one world. */
import type { Replay, Scenario } from "@heliogram/shared/wire.ts";
import type { Developer } from "../developer.ts";
import { playScenario, type ScenarioPort } from "./play.ts";
import { scenarioOf } from "./record.ts";
import { References } from "./references.ts";
import { ScenarioError, type ScenarioRunner } from "./runner.ts";
import type { WaitLimits } from "./wait-limits.ts";

const ALL = { after: undefined, limit: Number.MAX_SAFE_INTEGER, matches: () => true };

export class Scenarios implements ScenarioRunner {
  readonly #developer: Developer;
  readonly #port: ScenarioPort;
  #isPlaying = false;

  constructor(developer: Developer, port: ScenarioPort) {
    this.#developer = developer;
    this.#port = port;
  }

  async record(after = 0): Promise<Scenario> {
    const { calls, updates } = this.#developer;
    if (!calls.keepsBodies) throw new ScenarioError("parameters of calls are not recorded: setRecording turns that on");
    if (after > 0 && after < calls.log.removedRevision)
      throw new ScenarioError("the calls since then are not recorded any more, or the world was set back");
    const { methods } = this.#port;
    const directory = await this.#port.directory();
    const all = calls.log.read(ALL);
    const since = all.filter(({ revision }) => revision > after);
    const references = new References();
    const recording = { directory, methods, references, calls: since, updates: updates.log.read(ALL) };
    return scenarioOf(
      recording,
      all.filter(({ revision }) => revision <= after),
    );
  }

  async replay(content: unknown, limits: WaitLimits, signal: AbortSignal | undefined): Promise<Replay> {
    const scenario = this.#port.read(content);
    if (!this.#developer.calls.keepsBodies)
      throw new ScenarioError("parameters of calls are not recorded: setRecording turns that on");
    if (this.#isPlaying) throw new ScenarioError("a scenario is being played already");
    this.#isPlaying = true;
    try {
      return await playScenario(this.#developer, this.#port, scenario, limits, signal);
    } finally {
      this.#isPlaying = false;
    }
  }
}
