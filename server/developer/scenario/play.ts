/** Plays the steps of a scenario as its people, waits for the bots after each, and compares their answers. */
import type { Replay, ReplayedStep, Scenario, ScenarioStep } from "@heliogram/shared/wire.ts";
import type { Developer } from "../developer.ts";
import { compareAnswers } from "./compare.ts";
import { stepMethod, type Directory, type MethodFacts } from "./facts.ts";
import { isAnswer, stepOf } from "./record.ts";
import { References } from "./references.ts";
import { ScenarioError } from "./runner.ts";
import { StepCaller, type Act } from "./step-caller.ts";
import { StepProblem } from "./values.ts";
import type { WaitLimits } from "./wait-limits.ts";
import { AnswerWaiter } from "./waiting.ts";

export interface ScenarioPort {
  readonly methods: MethodFacts;
  directory(): Promise<Directory>;
  readonly act: Act;
  /** @throws ScenarioError if it is not the content of a scenario file */
  read(content: unknown): Scenario;
}

interface Played {
  readonly problem?: string;
  readonly outcome: "played" | "failed";
  /** The step with the answers that came. */
  readonly actual: ScenarioStep;
  /** Why nothing more can be played. */
  readonly stopped?: string;
}

/** @throws ScenarioError if the world has not who is in the scenario */
export async function playScenario(
  developer: Developer,
  port: ScenarioPort,
  scenario: Scenario,
  limits: WaitLimits,
  signal: AbortSignal | undefined,
): Promise<Replay> {
  const bots = castOf(scenario, port.methods, await port.directory());
  const player = new Player(developer, port, bots, limits, signal);
  const played: Played[] = [];
  for (const step of scenario.steps) {
    if (played.at(-1)?.stopped !== undefined) break;
    played.push(await player.play(step));
  }
  return replayOf(scenario.steps, played);
}

function replayOf(steps: readonly ScenarioStep[], played: readonly Played[]): Replay {
  const done = steps.slice(0, played.length);
  const compared = compareAnswers(
    done,
    played.map(({ actual }) => actual),
  );
  const replayed = steps.map((step, i): ReplayedStep => {
    const { person, does } = step;
    const { outcome, problem } = played[i] ?? { outcome: "not_played" };
    return {
      person,
      does,
      ...(step.with ? { with: step.with } : {}),
      outcome,
      ...(problem === undefined ? {} : { problem }),
      answers: compared[i] ?? [],
    };
  });
  const stopped = played.at(-1)?.stopped;
  const is_equal = replayed.every(
    ({ outcome, answers }) => outcome === "played" && answers.every((answer) => answer.outcome === "equal"),
  );
  return {
    is_equal: is_equal && stopped === undefined,
    steps: replayed,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** The bots of a scenario. @throws ScenarioError if the world has not all of its accounts */
function castOf({ steps }: Scenario, methods: MethodFacts, directory: Directory): ReadonlySet<number> {
  const bots = new Set<number>();
  for (const [i, { person, does, answers = [] }] of steps.entries()) {
    const where = `step ${i + 1}`;
    if (stepMethod(methods, does) === undefined) throw new ScenarioError(`${where}: people have no step ${does}`);
    if (directory.idOf(person) === undefined) throw new ScenarioError(`${where}: there is nobody called ${person}`);
    for (const { bot } of answers) {
      const id = directory.idOf(bot);
      if (id === undefined) throw new ScenarioError(`${where}: there is no bot called ${bot}`);
      bots.add(id);
    }
  }
  return bots;
}

class Player {
  readonly #developer: Developer;
  readonly #port: ScenarioPort;
  readonly #bots: ReadonlySet<number>;
  readonly #limits: WaitLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #waiter: AnswerWaiter;
  readonly #references = new References();
  readonly #caller: StepCaller;
  /** Answers that the steps so far have, as far as they may still come. */
  #expected = 0;
  #count = 0;
  #last_call: number;

  constructor(
    developer: Developer,
    port: ScenarioPort,
    bots: ReadonlySet<number>,
    limits: WaitLimits,
    signal: AbortSignal | undefined,
  ) {
    this.#developer = developer;
    this.#port = port;
    this.#bots = bots;
    this.#limits = limits;
    this.#signal = signal;
    this.#waiter = new AnswerWaiter(developer, port.methods);
    this.#caller = new StepCaller(developer, port.act, this.#references, limits, signal);
    this.#last_call = developer.calls.log.lastId;
  }

  async play(step: ScenarioStep): Promise<Played> {
    this.#count += 1;
    const directory = await this.#port.directory();
    const { trace_id, problem } = await this.#call(step, directory);
    // Nobody answers what did not happen.
    if (problem === undefined) this.#expected += step.answers?.length ?? 0;
    const waited = await this.#waiter.settled(
      { answers: this.#expected, bots: this.#bots },
      this.#limits,
      this.#signal,
    );
    this.#expected -= waited?.missing ?? 0;
    const actual = await this.#actual(step, trace_id);
    if (problem !== undefined) return { outcome: "failed", problem, actual };
    if (this.#signal?.aborted || this.#developer.isClosed)
      return { outcome: "played", actual, stopped: "the service has ended, or the world was set back" };
    if (!waited) return { outcome: "played", actual };
    return { outcome: "played", actual, ...this.#vain(waited, directory) };
  }

  async #call(step: ScenarioStep, directory: Directory) {
    try {
      return { problem: undefined, ...(await this.#caller.call(step, directory)) };
    } catch (error) {
      if (!(error instanceof StepProblem)) throw error;
      return { trace_id: undefined, problem: error.message };
    }
  }

  /** What was waited for in vain. Without a bot that fetches updates, the other steps would wait as long. */
  #vain({ missing, silent }: { readonly missing: number; readonly silent?: number }, directory: Directory) {
    const seconds = this.#limits.timeout_ms / 1000;
    if (silent !== undefined) {
      const bot = directory.nameOf(silent) ?? silent;
      return { stopped: `${bot} has not fetched its update within ${seconds} s: does it run?` };
    }
    const count = missing === 1 ? "an answer" : `${missing} answers`;
    return missing === 0 ? {} : { problem: `waited ${seconds} s for ${count}` };
  }

  /** The step with the answers that came since the step before. */
  async #actual(step: ScenarioStep, trace_id: string | undefined): Promise<ScenarioStep> {
    const { methods } = this.#port;
    const calls = this.#waiter.calls();
    const fresh = calls.filter(({ id }) => id > this.#last_call).toSorted((a, b) => a.id - b.id);
    this.#last_call = fresh.at(-1)?.id ?? this.#last_call;
    const group = {
      call: fresh.find((call) => call.trace_id === trace_id && call.status === 200),
      answers: fresh.filter((call) => isAnswer(methods, call)),
    };
    const { answers: _recorded, ...uncalled } = step;
    const recording = {
      directory: await this.#port.directory(),
      methods,
      references: this.#references,
      calls,
      updates: this.#waiter.updates(),
    };
    return stepOf(recording, group, this.#count, uncalled);
  }
}
