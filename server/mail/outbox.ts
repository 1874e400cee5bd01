/**
 * Sends the mails of the queue. One node at a time does it, the one that has the lease. A mail is sent at least once: if the
 * node ends between the server's answer and its note, the next one sends it again, with the same Message-ID.
 */
import { composeMail, serviceName, type ComposedMail } from "./compose.ts";
import { smtpFailure, type SmtpFailure } from "./smtp-failure.ts";
import type { Smtp } from "./smtp.ts";
import type { Seal } from "../app/accounts/seal.ts";
import type { Hashes } from "../app/accounts/tokens.ts";
import type { Leases } from "../cluster/cluster.ts";
import { mailDelay, type OutgoingMail } from "../domain/mail.ts";
import { CoalescedTask } from "../live/coalesced-task.ts";
import type { Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";
import { fenced, type Lease } from "../store/lease.ts";
import { deferMail, dueMails, finishMail, nextMailDue } from "../store/queries/mail/outgoing-mail.ts";

/** Mails of one round: at most one of each account. */
const MAILS_PER_ROUND = 20;
/** The longest time until the queue is looked at, should a notification be lost. */
const LOOK_EVERY_MS = 60_000;
/** Waiting times while the server takes no mail at all. */
const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

export type MailOutcome = "sent" | "deferred" | "withdrawn" | "given_up";

/** What has become of one attempt, for the log: it names no address. */
export interface MailAttempt {
  readonly id: number;
  readonly kind: string;
  readonly outcome: MailOutcome;
  readonly failure: Pick<SmtpFailure, "step" | "code" | "status"> | undefined;
}

export interface OutboxDeps {
  readonly db: Db;
  readonly leases: Leases;
  readonly smtp: Smtp;
  readonly hashes: Hashes;
  readonly seal: Seal;
  readonly public_url: string;
  readonly clock: Clock;
  readonly fraction: () => number;
  readonly onAttempt: (attempt: MailAttempt) => void;
  readonly onError: (error: unknown) => void;
}

/** What this node does while it has the lease. */
interface Leased {
  readonly lease: Lease;
  readonly db: Db;
}

export class Outbox {
  readonly #deps: OutboxDeps;
  readonly #task: CoalescedTask;
  #leased: Leased | undefined;
  /** The lease whose next heartbeat is waited for. */
  #awaited: Lease | undefined;
  #release = async () => {};
  #cancel = () => {};
  #isStopped = false;
  #pauses = 0;
  #paused_until_ms = 0;

  constructor(deps: OutboxDeps) {
    this.#deps = deps;
    this.#task = new CoalescedTask(deps, () => this.#work());
  }

  start(): void {
    this.#release = this.#deps.leases.hold("mail", {
      acquired: (lease) => {
        this.#leased = { lease, db: fenced(this.#deps.db, lease) };
        this.wake();
      },
      lost: async () => {
        this.#leased = undefined;
        await this.#task.settled();
      },
    });
  }

  /** Looks at the queue: something was added to it. */
  wake(): void {
    if (this.#leased) this.#task.trigger();
  }

  /** Resolves when no mail is being sent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    this.#task.stop();
    await this.#task.settled();
    await this.#release();
  }

  /** Sends what is due, and sets the timer for what will be. */
  async #work(): Promise<void> {
    this.#cancel();
    while (!this.#isStopped && this.#leased?.lease.isValid() === true && !this.#isPaused()) {
      const due = await this.#leased.db.read((tx) => dueMails(tx, this.#now_s(), MAILS_PER_ROUND));
      if (due.length === 0) break;
      await this.#sendAll(this.#leased, due);
    }
    if (this.#leased?.lease.isValid() === false) this.#wakeWhenValid(this.#leased.lease);
    const wait_ms = await this.#untilNext();
    if (!this.#isStopped) this.#cancel = this.#deps.clock.after(wait_ms, () => this.wake());
  }

  /** The heartbeat of this node is late, and what is due is sent as soon as it is written. */
  #wakeWhenValid(lease: Lease): void {
    if (this.#awaited === lease) return;
    this.#awaited = lease;
    void lease.whenValid().then((isValid) => {
      if (this.#awaited === lease) this.#awaited = undefined;
      if (isValid) this.wake();
    });
  }

  async #untilNext(): Promise<number> {
    const { db, clock } = this.#deps;
    const next_s = await db.read(nextMailDue);
    const due_ms = next_s === undefined ? LOOK_EVERY_MS : next_s * 1000 - clock.now();
    const paused_ms = this.#paused_until_ms - clock.elapsed();
    return Math.min(LOOK_EVERY_MS, Math.max(1000, due_ms, paused_ms));
  }

  /** As many at once as there are connections. */
  async #sendAll(leased: Leased, due: readonly OutgoingMail[]): Promise<void> {
    const rest = [...due];
    const line = async () => {
      for (let mail = rest.shift(); mail && !this.#isStopped && !this.#isPaused(); mail = rest.shift())
        await this.#send(leased, mail);
    };
    await Promise.all(Array.from({ length: this.#deps.smtp.connections }, line));
  }

  async #send({ db, lease }: Leased, mail: OutgoingMail): Promise<void> {
    const { smtp, public_url, hashes, seal } = this.#deps;
    const now_s = this.#now_s();
    if (mail.expires_at <= now_s) return this.#finish(db, mail, "given_up", undefined);
    const composed = await db.read((tx) => composeMail(tx, { public_url, hashes, seal, now_s }, mail));
    if (!composed) return this.#finish(db, mail, "withdrawn", undefined);
    if (!lease.isValid()) return;
    const failure = await attempt(smtp, mail, composed, public_url);
    if (!failure) {
      this.#pauses = 0;
      return this.#finish(db, mail, "sent", undefined);
    }
    if (!failure.isOfMail) this.#pause();
    if (failure.isFinal) return this.#finish(db, mail, "given_up", failure);
    const attempts = mail.attempts + 1;
    const due_at = now_s + mailDelay(attempts, this.#deps.fraction());
    await db.write((tx) => deferMail(tx, mail.id, due_at, attempts));
    this.#report(mail, "deferred", failure);
  }

  async #finish(db: Db, mail: OutgoingMail, outcome: MailOutcome, failure: SmtpFailure | undefined): Promise<void> {
    await db.write((tx) => finishMail(tx, mail.id));
    this.#report(mail, outcome, failure);
  }

  /** The server takes no mail at all. The mail by which that was noticed is deferred, in case it is the reason. */
  #pause(): void {
    if (this.#isPaused()) return;
    const delay_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#pauses);
    this.#pauses += 1;
    this.#paused_until_ms = this.#deps.clock.elapsed() + delay_ms;
  }

  #report({ id, kind }: OutgoingMail, outcome: MailOutcome, failure: SmtpFailure | undefined): void {
    const told = failure && { step: failure.step, code: failure.code, status: failure.status };
    this.#deps.onAttempt({ id, kind, outcome, failure: told });
  }

  #isPaused(): boolean {
    return this.#deps.clock.elapsed() < this.#paused_until_ms;
  }

  #now_s(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}

/** @returns why it was not taken; `undefined` if it was */
async function attempt(
  smtp: Smtp,
  { id, address, created_at }: OutgoingMail,
  { letter, language }: ComposedMail,
  public_url: string,
): Promise<SmtpFailure | undefined> {
  const message_id = `<${id}.${created_at}@${serviceName(public_url).replace(/:\d+$/, "")}>`;
  try {
    await smtp.send(letter, { to: address, language, message_id });
    return undefined;
  } catch (error) {
    return smtpFailure(error);
  }
}
