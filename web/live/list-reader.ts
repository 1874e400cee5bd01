/** Reads the list of chats: its first rows before the others, and later only what is another than what is here. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { Api, ParamsOf, ResultOf } from "../api/call.ts";
import { removeChats, takeNoRows, takeRows } from "../store/chats.ts";
import type { ChatRow, State, Store } from "../store/state.ts";

/** Rows that are asked for before the script is there (`public/start.js`): more than a screen has. */
const FIRST = 50;
/** Rows of a further answer: it is taken in without a pause that anybody would notice. */
const PAGE = 500;
/** Chats that the service can be told of; who has more reads the whole list. */
const MOST_KNOWN = 3000;
/** Rows that may be asked for by their chats in one call. */
const MOST_ASKED = 100;

export type Hello = Extract<Frame, { type: "hello" }>;
export type Standing = Pick<Hello, "seq" | "heads" | "chats">;

/** Told of every answer: how things stood when it was asked for, and its rows. */
export type Listed = (asked: State, seq: number, rows: readonly ChatRow[]) => void;

export class ListReader {
  readonly #api: Api;
  readonly #store: Store;
  readonly #listed: Listed;
  /** The person's own news up to which the list here is as the service's. */
  #seq: number | undefined;
  /** Chats whose rows may be others although nothing is known to have happened there. */
  readonly #stale = new Set<number>();
  /** Some of these are being asked for. */
  #isReading = false;

  constructor(api: Api, store: Store, listed: Listed) {
    this.#api = api;
    this.#store = store;
    this.#listed = listed;
  }

  /** Whether the list here is what the service has, if nothing has come over the line since it said so. */
  isAt({ seq, heads, chats }: Standing): boolean {
    const { chats: held = {}, list_whole, kept } = this.#store.getState();
    if (!list_whole || kept || this.#seq !== seq || this.#stale.size > 0) return false;
    const rows = Object.values(held);
    return rows.length === chats && rows.reduce((sum, row) => sum + row.seq, 0) === heads;
  }

  /** Takes note of news of the person's own, in their order; a gap is for the next reading. */
  heard(seq: number): void {
    if (this.#seq !== undefined && seq === this.#seq + 1) this.#seq = seq;
  }

  /** Reads what is another than what is here: at first, and after what was kept, everything. */
  async read(): Promise<void> {
    const { chats, kept } = this.#store.getState();
    const stale = [...this.#stale];
    this.#stale.clear();
    try {
      if (this.#seq === undefined || !chats || kept) await this.#readPages(new Map());
      else {
        const known = new Map(Object.values(chats).map((row) => [row.chat.id, row.seq]));
        for (const id of stale) known.delete(id);
        await this.#readPages(known);
      }
    } catch (error) {
      for (const id of stale) this.#stale.add(id);
      throw error;
    }
  }

  /** Remembers that the row of a chat is to be read, with the next reading at the latest. */
  expire(chat_id: number): void {
    this.#stale.add(chat_id);
  }

  /** Reads the rows of the chats that are to be read, and no others: one call after another, each for all that wait. */
  async readExpired(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#stale.size > 0) await this.#readStale([...this.#stale].slice(0, MOST_ASKED));
    } finally {
      this.#isReading = false;
    }
  }

  async #readStale(chat_ids: readonly number[]): Promise<void> {
    for (const id of chat_ids) this.#stale.delete(id);
    try {
      const { chats } = await this.#ask({ chat_ids: [...chat_ids] });
      const found = new Set(chats.map(({ chat }) => chat.id));
      this.#store.setState(removeChats(chat_ids.filter((id) => !found.has(id))));
    } catch (error) {
      for (const id of chat_ids) this.#stale.add(id);
      throw error;
    }
  }

  /** @param known - the chats of which the service need say nothing, and up to which event */
  async #readPages(known: Map<number, number>): Promise<void> {
    const held = Object.keys(this.#store.getState().chats ?? {}).map(Number);
    let isWhole = known.size === 0;
    for (let isFirst = true; ; isFirst = false) {
      const { chats, seq, more, gone = [], reset } = await this.#ask(this.#paramsFor(known, isFirst));
      if (reset) {
        known.clear();
        isWhole = true;
      }
      for (const { chat, seq: head } of chats) known.set(chat.id, head);
      for (const id of gone) known.delete(id);
      this.#store.setState(removeChats(gone));
      this.#seq = seq;
      if (!more) break;
    }
    // What was here and was not told of is there no longer.
    if (isWhole) this.#store.setState(removeChats(held.filter((id) => !known.has(id))));
    // From here on, what is shown is the service's.
    this.#store.setState({ list_whole: true, kept: undefined });
  }

  #paramsFor(known: ReadonlyMap<number, number>, isFirst: boolean): ParamsOf<"listChats"> {
    if (known.size > MOST_KNOWN) return {};
    if (known.size === 0 && isFirst) return { limit: FIRST };
    return { known: [...known], limit: PAGE, ...(this.#seq === undefined ? {} : { seq: this.#seq }) };
  }

  async #ask(params: ParamsOf<"listChats">): Promise<ResultOf<"listChats">> {
    const asked = this.#store.getState();
    const answer = await this.#api.call("listChats", params);
    const { chats, seq, pinned_chats } = answer;
    this.#store.setState(takeRows(chats, seq));
    this.#store.setState(takeNoRows());
    this.#listed(asked, seq, chats);
    this.#store.setState({ pinned_chats });
    return answer;
  }
}
