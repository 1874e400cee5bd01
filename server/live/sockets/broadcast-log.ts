/** Recent events of one group or channel, serialized once and combined for each socket from its cursor on. */
import { textFor } from "../../present/shared-event.ts";
import { frameBytes } from "./frame-bytes.ts";
import type { FileIdCache } from "./file-id-cache.ts";
import type { FoundEvent } from "./broadcast-read.ts";
import type { UnreadWindow } from "./unread-window.ts";

/** What decides which bytes one socket gets. */
export interface Receiver {
  readonly person_id: number;
  /** The newest event that the socket has. */
  readonly cursor: number;
  /** The person's read pointer: later messages are unread. `undefined` while it is not known. */
  readonly unread_after: number | undefined;
}

interface LoggedEvent extends FoundEvent {
  /** For each file in the text: the function that makes a viewer's own identifier of it. */
  readonly idOf: readonly ((viewer_id: number) => string)[];
}

/** The events that all sockets with one cursor get. */
interface BroadcastBatch {
  readonly events: readonly LoggedEvent[];
  /** Whether one of the events carries the unread count for everybody. */
  readonly isCounted: boolean;
  /** The people for whom one of the events must be presented differently. */
  readonly apart: ReadonlySet<number>;
  /** The people whose count of unread mentions one of the events carries. */
  readonly mentioned: ReadonlySet<number>;
  readonly hasGaps: boolean;
  /** The frames by unread count. Those for one person are under the negative of their id. */
  readonly bytes: Map<number, Buffer>;
}

/** Greater than any unread count. */
const MAX_COUNT = 10_000;

export class BroadcastLog {
  readonly #chat_id: number;
  readonly #ids: FileIdCache;
  readonly #window: UnreadWindow;
  #events: LoggedEvent[] = [];
  readonly #batches = new Map<number, BroadcastBatch>();

  constructor(chat_id: number, ids: FileIdCache, window: UnreadWindow) {
    this.#chat_id = chat_id;
    this.#ids = ids;
    this.#window = window;
  }

  /** Adds the events that follow the newest one in the log. */
  add(events: readonly FoundEvent[]): void {
    for (const event of events)
      this.#events.push({ ...event, idOf: event.text.files.map((file) => this.#ids.of(file)) });
    this.#batches.clear();
  }

  /** Whether everything in it are edits of messages, so that a later read shows all that they do. */
  get hasOnlyEdits(): boolean {
    return this.#events.every(({ isEdit }) => isEdit);
  }

  /** Removes the events up to `seq`: every socket has them, or reads them by itself. */
  dropUpTo(seq: number): void {
    this.#events = this.#events.filter((event) => event.seq > seq);
    this.#batches.clear();
  }

  /** The frames that bring a socket up to date; `undefined` where the socket must read by itself. */
  bytesFor({ person_id, cursor, unread_after }: Receiver): Buffer | undefined {
    const batch = this.#batchAfter(cursor);
    if (!batch || batch.apart.has(person_id)) return undefined;
    const isMentioned = batch.mentioned.has(person_id);
    let unread = "";
    let key = 0;
    if (batch.isCounted || isMentioned) {
      const count = unread_after === undefined ? undefined : this.#window.count(person_id, unread_after);
      if (count === undefined) return undefined;
      unread = `,"unread_count":${count},"unread_after":${unread_after}`;
      key = unread_after! * MAX_COUNT + count;
    }
    if (batch.hasGaps || isMentioned) key = -person_id;
    let bytes = batch.bytes.get(key);
    if (!bytes) batch.bytes.set(key, (bytes = this.#make(batch, person_id, unread)));
    return bytes;
  }

  #make({ events }: BroadcastBatch, person_id: number, unread: string): Buffer {
    const head = `{"type":"chat","chat_id":${this.#chat_id}`;
    const counted = events.findLast(({ changesUnread }) => changesUnread === true || changesUnread === person_id);
    return frameBytes(
      events.map((event) => {
        const shown = textFor(event.text, event.idOf, person_id);
        const mentions = event.mentions.get(person_id);
        const more = mentions === undefined ? "" : `,"unread_mentions":${mentions}`;
        return `${head}${event === counted ? unread : ""}${more},${shown.slice(1)}`;
      }),
    );
  }

  #batchAfter(cursor: number): BroadcastBatch | undefined {
    const known = this.#batches.get(cursor);
    if (known) return known;
    const first = this.#events[0];
    if (!first || cursor < first.first_seq - 1) return undefined;
    const events = this.#events.filter(({ seq }) => seq > cursor);
    const batch: BroadcastBatch = {
      events,
      isCounted: events.some(({ changesUnread }) => changesUnread === true),
      apart: new Set(events.flatMap(({ apart }) => [...apart])),
      mentioned: new Set(events.flatMap(({ mentions }) => [...mentions.keys()])),
      hasGaps: events.some(({ text }) => text.gaps.length > 0),
      bytes: new Map(),
    };
    this.#batches.set(cursor, batch);
    return batch;
  }
}
