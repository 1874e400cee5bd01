/**
 * Owns the listening socket of a service and runs it in one process after another. While no process accepts connections,
 * they wait in the kernel. It never reads or writes a connection, and knows nothing of the service.
 */
import type { Log } from "../operations/log.ts";
import { BackOff } from "./back-off.ts";
import { Child, type ChildEvents, type Program, type Sockets } from "./child.ts";
import type { Handle } from "./handle.ts";
import type { PassedConnection } from "./messages.ts";

/** A process that has not ended so long after it was told to is killed. It gives itself half of it. */
const RETIRE_LIMIT_MS = 90_000;

export interface SupervisorOptions extends Sockets {
  /** What runs the service, from the disk as it is when a process is started. */
  readonly program: () => Program;
  readonly log: Log;
  /** Exit codes after which another start does not help. */
  readonly final: ReadonlySet<number>;
  readonly now_ms: () => number;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Called once, when no process runs any more. */
  readonly ended: (code: number) => void;
}

export class Supervisor implements ChildEvents {
  readonly #options: SupervisorOptions;
  readonly #backOff = new BackOff();
  /** The process that has the store, or is about to open it. */
  #current: Child | undefined;
  /** The one that takes over. */
  #next: Child | undefined;
  /** Another restart was asked for while one is under way. */
  #isAgain = false;
  #isStopping = false;
  /** Whether a process has ever listened. Without that, a failure is one of the settings. */
  #hasServed = false;
  #retired_ms: number | undefined;
  #cancelTimer = () => {};

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#next = this.#spawn();
  }

  /** Replaces the process by one of the program on disk. */
  restart(): void {
    if (this.#isStopping) return;
    if (this.#next) this.#isAgain = true;
    else {
      this.#cancelTimer();
      this.#next = this.#spawn();
    }
  }

  /** Ends the processes, and with them the supervisor. A further signal is passed on as well. */
  stop(signal: NodeJS.Signals): void {
    this.#isStopping = true;
    this.#cancelTimer();
    this.#next?.kill("SIGTERM");
    this.#current?.kill(signal);
    if (!this.#next && !this.#current) this.#options.ended(0);
  }

  loaded(child: Child): void {
    if (child !== this.#next) return;
    const current = this.#current;
    if (current && child.schema < current.schema) {
      const facts = { schema: child.schema, store_schema: current.schema };
      this.#options.log.error(
        facts,
        "not restarted: the program on disk is older than the store; put a newer one there",
      );
      child.kill("SIGTERM");
    } else this.#takeOver();
  }

  listening(child: Child): void {
    const { log, now_ms } = this.#options;
    this.#hasServed = true;
    const away_ms = this.#retired_ms === undefined ? undefined : Math.round(now_ms() - this.#retired_ms);
    this.#retired_ms = undefined;
    log.info({ pid: child.pid, away_ms }, "a process serves");
    this.#takeOver();
  }

  passed(message: PassedConnection, handle: Handle): void {
    const heir = this.#next ?? this.#current;
    if (heir) heir.adopt(message, handle);
    else handle.close();
  }

  ended(child: Child, code: number): void {
    if (child === this.#next) this.#nextEnded(code);
    else this.#currentEnded(child, code);
    if (this.#isStopping && !this.#current && !this.#next) this.#options.ended(code);
  }

  /** Makes the next process the current one, as far as both have got. */
  #takeOver(): void {
    const [current, next] = [this.#current, this.#next];
    if (next?.state !== "loaded" || this.#isStopping) return;
    if (!current) {
      this.#cancelTimer();
      this.#current = next;
      this.#next = undefined;
      next.begin();
      if (this.#isAgain) this.#restartAgain();
    } else if (current.state === "serving") {
      current.retire();
      this.#cancelTimer = this.#options.after(RETIRE_LIMIT_MS, () => {
        this.#options.log.error({ pid: current.pid }, "a process did not end in order: killed");
        current.kill("SIGKILL");
      });
    }
  }

  #restartAgain(): void {
    this.#isAgain = false;
    this.restart();
  }

  #nextEnded(code: number): void {
    this.#next = undefined;
    if (this.#isStopping) return;
    if (!this.#current) return this.#startLater(code, 0);
    this.#options.log.error(
      { code },
      "not restarted: the new process has ended before its turn, the running one goes on",
    );
    if (this.#isAgain) this.#restartAgain();
  }

  #currentEnded(child: Child, code: number): void {
    const { log, now_ms } = this.#options;
    this.#current = undefined;
    if (this.#isStopping) return;
    this.#cancelTimer();
    this.#retired_ms = now_ms();
    if (child.state !== "retiring" && this.#hasServed)
      log.error({ pid: child.pid, code }, "a process has ended by itself");
    if (this.#next) this.#takeOver();
    else this.#startLater(code, now_ms() - child.begun_ms);
  }

  /** Starts a process after a pause, or gives up. */
  #startLater(code: number, ran_ms: number): void {
    const { final, after, log, ended } = this.#options;
    const pause_ms = this.#hasServed && !final.has(code) ? this.#backOff.ended(ran_ms) : undefined;
    if (pause_ms === undefined) {
      if (this.#hasServed) log.error({ code }, "no process is started any more");
      return ended(code);
    }
    this.#cancelTimer = after(pause_ms, () => (this.#next ??= this.#spawn()));
  }

  #spawn(): Child {
    const { program, now_ms } = this.#options;
    return new Child(program(), this.#options, now_ms(), this);
  }
}
