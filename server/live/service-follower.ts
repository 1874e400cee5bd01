/** Follows the service stream: applies to the memory of this node what was changed through any node. */
import type { Clock } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";
import {
  CONSOLE_TURNED,
  PUSH_CHANGED,
  MAIL_QUEUED,
  RETENTION_CHANGED,
  SERVICE_STREAM,
  type BotChangeKind,
  type ServiceEventKind,
} from "../store/queries/streams/service-stream.ts";
import { eventsAfter, streamState } from "../store/queries/streams/streams.ts";
import { CoalescedTask } from "./coalesced-task.ts";
import type { StreamNotifier } from "./stream-notifier.ts";

const EVENTS_PER_READ = 100;

export interface FollowerDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly notifier: StreamNotifier;
  readonly onError: (error: unknown) => void;
}

/** Something that is kept in memory about bots. Everything is looked up anew, so calling twice does no harm. */
export interface ChangeListener {
  changed?(bot_id: number, kind: BotChangeKind): void;
  /** An owner has enabled or disabled the developer console. */
  consoleSwitched?(isOn: boolean): void;
  /** An owner has changed how long the service keeps data. */
  retentionChanged?(): Promise<void>;
  /** The subscriptions of a person to pushes have changed. */
  pushChanged?(person_id: number): void;
  /** A mail waits to be sent. */
  mailQueued?(): void;
  /** Events were missed: anything of this may have changed. */
  anyChanged(): Promise<void>;
}

export class ServiceFollower {
  readonly #deps: FollowerDeps;
  readonly #listeners: ChangeListener[] = [];
  readonly #task: CoalescedTask;
  #cursor = 0;
  #unwatch = () => {};

  constructor(deps: FollowerDeps) {
    this.#deps = deps;
    this.#task = new CoalescedTask(deps, () => this.#follow());
  }

  /** Listeners are called in the order in which they were added. */
  subscribe(listener: ChangeListener): void {
    this.#listeners.push(listener);
  }

  /** Begins with the next event. Call it before anything about bots is read. @throws StoreUnavailable */
  async start(): Promise<void> {
    const { db, notifier } = this.#deps;
    this.#unwatch = notifier.watch(
      SERVICE_STREAM,
      () => this.#task.trigger(),
      () => this.#cursor,
    );
    this.#cursor = (await db.read((tx) => streamState(tx, SERVICE_STREAM)))!.last_seq;
  }

  /**
   * Resolves when this node has followed what is in the stream by now. When the store cannot be read, it resolves too,
   * and the node follows as soon as it can.
   */
  caughtUp(): Promise<void> {
    this.#task.trigger();
    return this.#task.settled();
  }

  stop(): void {
    this.#unwatch();
    this.#task.stop();
  }

  async #follow(): Promise<void> {
    for (let more = true; more;) {
      const { trimmed_seq, events } = await this.#deps.db.read(async (tx) => ({
        trimmed_seq: (await streamState(tx, SERVICE_STREAM))!.trimmed_seq,
        events: await eventsAfter(tx, SERVICE_STREAM, this.#cursor, EVENTS_PER_READ),
      }));
      // This node had no database for so long that events were removed meanwhile.
      if (trimmed_seq > this.#cursor) for (const listener of this.#listeners) await listener.anyChanged();
      for (const { kind, ref } of events) await this.#apply(kind as ServiceEventKind, ref);
      this.#cursor = events.at(-1)?.seq ?? Math.max(this.#cursor, trimmed_seq);
      more = events.length === EVENTS_PER_READ;
    }
  }

  async #apply(kind: ServiceEventKind, ref: number): Promise<void> {
    for (const listener of this.#listeners) {
      if (kind === CONSOLE_TURNED) listener.consoleSwitched?.(ref === 1);
      else if (kind === RETENTION_CHANGED) await listener.retentionChanged?.();
      else if (kind === PUSH_CHANGED) listener.pushChanged?.(ref);
      else if (kind === MAIL_QUEUED) listener.mailQueued?.();
      else listener.changed?.(ref, kind);
    }
  }
}
