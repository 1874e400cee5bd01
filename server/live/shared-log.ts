/** Events of one group or channel on their way to its screens: made once, and put together for each screen from where it stands. */
import { textFor } from "../present/shared-event.ts";
import { frameBytes } from "./frame-bytes.ts";
import type { RecentIds } from "./recent-ids.ts";
import type { FoundEvent } from "./shared-read.ts";
import type { UnreadWindow } from "./unread-window.ts";

/** What decides what one screen gets. */
export interface Place {
  readonly person_id: number;
  /** The newest event that the screen has. */
  readonly cursor: number;
  /** The message after which the chat is unread to the person; `undefined` while it is not known. */
  readonly unread_after: number | undefined;
}

interface LoggedEvent extends FoundEvent {
  /** What gives a viewer their identifiers of the files in the text. */
  readonly idOf: readonly ((viewer_id: number) => string)[];
}

/** The events that all screens with one cursor get. */
interface Batch {
  readonly events: readonly LoggedEvent[];
  /** Whether the count of unread messages comes with one of them to everybody. */
  readonly isCounted: boolean;
  /** The people to whom one of the events must be shown otherwise. */
  readonly apart: ReadonlySet<number>;
  /** The people to whom one of the events says more than to others. */
  readonly concerned: ReadonlySet<number>;
  readonly hasGaps: boolean;
  /** The bytes by what is unread, and those for one person by their id below 0. */
  readonly made: Map<number, Buffer>;
}

/** More than any count of unread messages. */
const COUNTS = 10_000;

export class SharedLog {
  readonly #chat_id: number;
  readonly #ids: RecentIds;
  readonly #window: UnreadWindow;
  #events: LoggedEvent[] = [];
  readonly #batches = new Map<number, Batch>();

  constructor(chat_id: number, ids: RecentIds, window: UnreadWindow) {
    this.#chat_id = chat_id;
    this.#ids = ids;
    this.#window = window;
  }

  /** Takes the events that follow those that are here. */
  add(events: readonly FoundEvent[]): void {
    for (const event of events)
      this.#events.push({ ...event, idOf: event.text.files.map((file) => this.#ids.of(file)) });
    this.#batches.clear();
  }

  /** Forgets the events up to `seq`: every screen has them, or reads them by itself. */
  dropUpTo(seq: number): void {
    this.#events = this.#events.filter((event) => event.seq > seq);
    this.#batches.clear();
  }

  /** The frames that bring a screen up to date; `undefined` where they must be made for it alone. */
  bytesFor({ person_id, cursor, unread_after }: Place): Buffer | undefined {
    const batch = this.#batchAfter(cursor);
    if (!batch || batch.apart.has(person_id)) return undefined;
    const isConcerned = batch.concerned.has(person_id);
    let unread = "";
    let key = 0;
    if (batch.isCounted || isConcerned) {
      const count = unread_after === undefined ? undefined : this.#window.count(person_id, unread_after);
      if (count === undefined) return undefined;
      unread = `,"unread_count":${count},"unread_after":${unread_after}`;
      key = unread_after! * COUNTS + count;
    }
    if (batch.hasGaps || isConcerned) key = -person_id;
    let bytes = batch.made.get(key);
    if (!bytes) batch.made.set(key, (bytes = this.#make(batch, person_id, unread)));
    return bytes;
  }

  #make({ events }: Batch, person_id: number, unread: string): Buffer {
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

  #batchAfter(cursor: number): Batch | undefined {
    const known = this.#batches.get(cursor);
    if (known) return known;
    const first = this.#events[0];
    if (!first || cursor < first.seq - 1) return undefined;
    const events = this.#events.filter(({ seq }) => seq > cursor);
    const batch: Batch = {
      events,
      isCounted: events.some(({ changesUnread }) => changesUnread === true),
      apart: new Set(events.flatMap(({ apart }) => [...apart])),
      concerned: new Set(events.flatMap(({ mentions }) => [...mentions.keys()])),
      hasGaps: events.some(({ text }) => text.gaps.length > 0),
      made: new Map(),
    };
    this.#batches.set(cursor, batch);
    return batch;
  }
}
