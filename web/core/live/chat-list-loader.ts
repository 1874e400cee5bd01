/** Loads the chat list: the first page before the others, and later only rows that changed. */
import { MAX_KNOWN_CHATS } from "@heliogram/shared/limits.ts";
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Api, ParamsOf, ResultOf } from "../api/api.ts";
import { removeChats, markListLoaded, mergeRows } from "../store/chats.ts";
import type { ChatRow, State, Store } from "../store/state.ts";

/** Rows of the first page, which `public/start.js` requests before the script is loaded; more than fit on a screen. */
const FIRST_PAGE = 50;
/** Rows of a further page; small enough to be applied without a noticeable pause. */
const ROWS_PER_PAGE = 500;
/** The most chats for which the client can send its positions; with more, the whole list is loaded. */
/** The most chat ids in one request. */
const MAX_CHAT_IDS = 100;

export type Hello = Extract<Frame, { type: "hello" }>;
export type ServerHeads = Pick<Hello, "seq" | "heads" | "chats">;

/** Called for every response, with the state at the time of the request. */
export type OnRows = (stateAtRequest: State, seq: number, rows: readonly ChatRow[]) => void;

export class ChatListLoader {
  readonly #api: Api;
  readonly #store: Store;
  readonly #onRows: OnRows;
  /** The person's account event up to which the list is current. */
  #seq: number | undefined;
  /** Chats whose rows must be reloaded although no event of them is missing. */
  readonly #stale = new Set<number>();
  /** Whether a request for stale rows is running. */
  #isReloading = false;

  constructor(api: Api, store: Store, onRows: OnRows) {
    this.#api = api;
    this.#store = store;
    this.#onRows = onRows;
  }

  /** Whether the list matches the server's positions, provided that no frame arrived since `hello`. */
  isCurrent({ seq, heads, chats }: ServerHeads): boolean {
    const { chats: held = {}, list_complete, offline_snapshot } = this.#store.getState();
    if (!list_complete || offline_snapshot || this.#seq !== seq || this.#stale.size > 0) return false;
    const rows = Object.values(held);
    return rows.length === chats && rows.reduce((sum, row) => sum + row.seq, 0) === heads;
  }

  /** Advances over an account event. A gap is closed by the next load. */
  advanceSeq(seq: number): void {
    if (this.#seq !== undefined && seq === this.#seq + 1) this.#seq = seq;
  }

  /** Loads what changed. The first load, and one that replaces an offline snapshot, loads everything. */
  async load(): Promise<void> {
    const { chats, offline_snapshot } = this.#store.getState();
    const stale = [...this.#stale];
    this.#stale.clear();
    try {
      if (this.#seq === undefined || !chats || offline_snapshot) await this.#loadPages(new Map());
      else {
        const known = new Map(Object.values(chats).map((row) => [row.chat.id, row.seq]));
        for (const id of stale) known.delete(id);
        await this.#loadPages(known);
      }
    } catch (error) {
      for (const id of stale) this.#stale.add(id);
      throw error;
    }
  }

  /** Marks the row of a chat for reload, at the latest with the next load. */
  markStale(chat_id: number): void {
    this.#stale.add(chat_id);
  }

  /** Reloads the stale rows only, in one request after another with up to `MAX_CHAT_IDS` rows each. */
  async reloadStale(): Promise<void> {
    if (this.#isReloading) return;
    this.#isReloading = true;
    try {
      while (this.#stale.size > 0) await this.#reloadRows([...this.#stale].slice(0, MAX_CHAT_IDS));
    } finally {
      this.#isReloading = false;
    }
  }

  async #reloadRows(chat_ids: readonly number[]): Promise<void> {
    for (const id of chat_ids) this.#stale.delete(id);
    try {
      const { chats } = await this.#fetchPage({ chat_ids: [...chat_ids] });
      const found = new Set(chats.map(({ chat }) => chat.id));
      this.#store.setState(removeChats(chat_ids.filter((id) => !found.has(id))));
    } catch (error) {
      for (const id of chat_ids) this.#stale.add(id);
      throw error;
    }
  }

  /**
   * @param known - the chats and the event up to which the client has each of them; the server omits rows that did not
   * change
   */
  async #loadPages(known: Map<number, number>): Promise<void> {
    const held = Object.keys(this.#store.getState().chats ?? {}).map(Number);
    let isWhole = known.size === 0;
    for (let isFirst = true; ; isFirst = false) {
      const { chats, seq, more, gone = [], reset } = await this.#fetchPage(this.#paramsFor(known, isFirst));
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
    // Chats that a complete load did not contain are gone.
    if (isWhole) this.#store.setState(removeChats(held.filter((id) => !known.has(id))));
    // From here on, the state is the server's and no longer the offline snapshot.
    this.#store.setState({ list_complete: true, offline_snapshot: undefined });
  }

  #paramsFor(known: ReadonlyMap<number, number>, isFirst: boolean): ParamsOf<"listChats"> {
    if (known.size > MAX_KNOWN_CHATS) return {};
    if (known.size === 0 && isFirst) return { limit: FIRST_PAGE };
    return { known: [...known], limit: ROWS_PER_PAGE, ...(this.#seq === undefined ? {} : { seq: this.#seq }) };
  }

  async #fetchPage(params: ParamsOf<"listChats">): Promise<ResultOf<"listChats">> {
    const stateAtRequest = this.#store.getState();
    const response = await this.#api.call("listChats", params);
    const { chats, seq, pinned_chats } = response;
    this.#store.setState(mergeRows(chats, seq));
    this.#store.setState(markListLoaded());
    this.#onRows(stateAtRequest, seq, chats);
    this.#store.setState({ pinned_chats });
    return response;
  }
}
