/** Several services of one test on one PostgreSQL database, each with a clock of its own. */
import { renewWorld } from "./renew-world.ts";
import { until } from "./until.ts";
import { startWorld, WORLD, type NodeOverrides, type Overrides, type TestService } from "./service.ts";

/** The nodes of a test. The first has filled the database, and stops last. */
export class TestNodes {
  /** Nodes that have not been stopped. */
  readonly running: TestService[];
  readonly #first: TestService;
  readonly #overrides: NodeOverrides;

  constructor(first: TestService, overrides: NodeOverrides) {
    this.#first = first;
    this.#overrides = overrides;
    this.running = [first];
  }

  /** Starts one more. */
  async add(overrides: NodeOverrides = {}): Promise<TestService> {
    const node = await this.#first.join({ ...this.#overrides, ...overrides });
    this.running.push(node);
    return node;
  }

  /** Fills the database with its world once more (`renewWorld`). */
  async renewWorld(world: object = WORLD): Promise<void> {
    await renewWorld(this.#first, world);
    const { world: renewed, usernames } = this.#first;
    for (const node of this.running) Object.assign(node, { world: renewed, usernames });
  }

  /** Stops one in order. The first one stops only with `stop`. */
  async remove(node: TestService): Promise<void> {
    this.running.splice(this.running.indexOf(node), 1);
    await node.stop();
  }

  /**
   * Advances the clocks of all nodes by steps that are shorter than the time between two heartbeats, each of which has
   * been written, or has failed, before the next step.
   */
  async advance(by_ms: number): Promise<void> {
    const step_ms = 500;
    for (let passed_ms = 0; passed_ms < by_ms; passed_ms += step_ms) {
      for (const { clock } of this.running) clock.advance(Math.min(step_ms, by_ms - passed_ms));
      await Promise.all(this.running.map((node) => node.fetch("/readyz")));
    }
  }

  /** Advances the clocks until something that waits for them has happened. */
  async advanceUntil<T>(outcome: Promise<T>): Promise<T> {
    let isDone = false;
    void outcome.finally(() => (isDone = true)).catch(() => {});
    await this.until(() => isDone);
    return outcome;
  }

  /** Advances the clocks until something holds. */
  async until(holds: () => boolean | Promise<boolean>): Promise<void> {
    const holdsNow = async () => {
      const isSo = await holds();
      if (!isSo) await this.advance(500);
      return isSo;
    };
    await until(holdsNow, `nodes with ${String(holds)}`);
  }

  /** Stops all that run, the first one last. */
  async stop(): Promise<void> {
    for (const node of [...this.running].reverse()) await this.remove(node);
  }
}

/** Starts nodes on one new database that is filled with a world. */
export async function startNodes(count: number, world: object = WORLD, overrides: Overrides = {}): Promise<TestNodes> {
  const { start_ms: _start, clock: _clock, postgres: _postgres, random: _random, log: _log, ...shared } = overrides;
  const nodes = new TestNodes(await startWorld("postgres", world, overrides), shared);
  while (nodes.running.length < count) await nodes.add();
  return nodes;
}
