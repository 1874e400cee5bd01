/** Does a few things at once, however many are asked for in the same moment, and lets others have their turn in between. */

interface Job {
  readonly work: () => Promise<void>;
  /** Whether anybody still waits for it. */
  readonly isWanted: () => boolean;
}

export class FewAtOnce {
  readonly #most: number;
  readonly #turn: () => Promise<void>;
  readonly #waiting: Job[] = [];
  #underWay = 0;
  /** The next of those that wait. The others before it are done: taking them out one by one would cost as much again. */
  #next = 0;

  /** @param turn - lets everything else that is due be done first */
  constructor(most: number, turn: () => Promise<void>) {
    this.#most = most;
    this.#turn = turn;
  }

  /** @param work - answers for its own faults */
  add(work: () => Promise<void>, isWanted: () => boolean): void {
    this.#waiting.push({ work, isWanted });
    if (this.#underWay < this.#most) void this.#goOn();
  }

  async #goOn(): Promise<void> {
    this.#underWay += 1;
    for (let job = this.#take(); job; job = this.#take()) {
      await job.work();
      await this.#turn();
    }
    this.#underWay -= 1;
  }

  #take(): Job | undefined {
    while (this.#next < this.#waiting.length) {
      const job = this.#waiting[this.#next++]!;
      if (job.isWanted()) return job;
    }
    this.#waiting.length = 0;
    this.#next = 0;
    return undefined;
  }
}
