/** A queue that shares workers fairly: the account that has used the least worker time comes next. */

export interface FairQueueLimits {
  readonly workers: number;
  /** Waiting jobs of all accounts, and of one. */
  readonly waiting: number;
  readonly waiting_per_account: number;
}

interface Share<Job> {
  readonly waiting: Set<Job>;
  running: number;
  /** Worker time. It starts at that of the account served last, so that a new account has no advantage. */
  used_ms: number;
}

export interface QueuedJob<Job> {
  readonly account_id: number;
  readonly job: Job;
}

export class FairQueue<Job> {
  readonly #limits: FairQueueLimits;
  readonly #isSuspect: (account_id: number) => boolean;
  /** Accounts with waiting or running jobs. */
  readonly #shares = new Map<number, Share<Job>>();
  #waiting = 0;
  /** The worker time of the account served last. */
  #served_ms = 0;

  /** @param isSuspect - accounts whose files have stopped a worker; all of them together get one worker */
  constructor(limits: FairQueueLimits, isSuspect: (account_id: number) => boolean) {
    this.#limits = limits;
    this.#isSuspect = isSuspect;
  }

  /** @returns false if the queue is full */
  add(account_id: number, job: Job): boolean {
    const { waiting, waiting_per_account } = this.#limits;
    const share = this.#shares.get(account_id) ?? { waiting: new Set(), running: 0, used_ms: this.#served_ms };
    if (this.#waiting >= waiting || share.waiting.size >= waiting_per_account) return false;
    share.waiting.add(job);
    this.#shares.set(account_id, share);
    this.#waiting += 1;
    return true;
  }

  /** Removes a waiting job. @returns whether it was waiting */
  remove(account_id: number, job: Job): boolean {
    const share = this.#shares.get(account_id);
    if (!share?.waiting.delete(job)) return false;
    this.#waiting -= 1;
    this.#forgetIdle(account_id, share);
    return true;
  }

  /** Waiting jobs of all accounts. */
  get waiting(): number {
    return this.#waiting;
  }

  /** The waiting jobs of an account. */
  waitingOf(account_id: number): readonly Job[] {
    return [...(this.#shares.get(account_id)?.waiting ?? [])];
  }

  /** All waiting jobs. */
  get all(): readonly QueuedJob<Job>[] {
    return [...this.#shares].flatMap(([account_id, { waiting }]) => [...waiting].map((job) => ({ account_id, job })));
  }

  /** Takes the job to start now; `undefined` if none waits, or if the accounts of all waiting jobs are at their limit. */
  next(): QueuedJob<Job> | undefined {
    let best: { account_id: number; share: Share<Job> } | undefined;
    const suspectsRun = this.#suspectsRun();
    for (const [account_id, share] of this.#shares) {
      if (share.waiting.size === 0 || share.running >= this.#limitOf(account_id, suspectsRun)) continue;
      if (!best || share.used_ms < best.share.used_ms) best = { account_id, share };
    }
    if (!best) return undefined;
    const { account_id, share } = best;
    const job = share.waiting.values().next().value as Job;
    share.waiting.delete(job);
    share.running += 1;
    this.#waiting -= 1;
    this.#served_ms = share.used_ms;
    return { account_id, job };
  }

  /** Reports the end of a job that `next` returned. */
  end(account_id: number, took_ms: number): void {
    const share = this.#shares.get(account_id)!;
    share.running -= 1;
    // At least 1 ms, so that accounts take turns even if all jobs are short.
    share.used_ms += Math.max(1, took_ms);
    this.#forgetIdle(account_id, share);
  }

  /** How many jobs of an account may run at once: one worker is always free for other accounts. */
  #limitOf(account_id: number, suspectsRun: boolean): number {
    if (this.#isSuspect(account_id)) return suspectsRun ? 0 : 1;
    return Math.max(1, this.#limits.workers - 1);
  }

  #suspectsRun(): boolean {
    for (const [account_id, { running }] of this.#shares) if (running > 0 && this.#isSuspect(account_id)) return true;
    return false;
  }

  #forgetIdle(account_id: number, share: Share<Job>): void {
    if (share.waiting.size > 0 || share.running > 0) return;
    this.#shares.delete(account_id);
  }
}
