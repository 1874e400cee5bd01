/** Follows every chat event by event: what comes over the line in order, and what was missed by asking. */
import type { ChatEvent, Frame, UnreadCount } from "@heliogram/shared/frames.ts";
import type { Api } from "../api/call.ts";
import { pauseBefore } from "../api/failure.ts";
import type { Clock } from "../ports/clock.ts";
import { changeChat, removeChats, takeDrafts } from "../store/chats.ts";
import { isSaved, writtenOf } from "../store/drafts.ts";
import { dropHistory } from "../store/histories.ts";
import { takeCount } from "../store/reading.ts";
import type { ChatRow, State, Store } from "../store/state.ts";
import { showEvent, type Question } from "./events.ts";
import { ListReader, type Standing } from "./list-reader.ts";

type ChatFrame = Extract<Frame, { type: "chat" }>;

/** A new message that came while the person was here. */
export type Heard = (chat_id: number, event: ChatEvent) => void;

/** Chats whose messages came to this device, by whichever way. */
export type Came = (chat_ids: readonly number[]) => void;

export interface SyncDeps {
  readonly api: Api;
  readonly store: Store;
  readonly clock: Clock;
}

export class Sync {
  readonly #api: Api;
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #heard: Heard;
  readonly #came: Came;
  /** How often in a row the list has not come, and the next try while one waits. */
  #failures = 0;
  #next: (() => void) | undefined;
  /** Chats whose missing events are being asked for; what comes meanwhile waits. */
  readonly #catching = new Map<number, ChatFrame[]>();
  /** Of these, where to begin once more when that is done. */
  readonly #behind = new Map<number, number>();
  #refreshing: Promise<void> | undefined;
  #refreshAgain = false;
  readonly #list: ListReader;
  /** The list that was asked for before the line is open. */
  #begun: Promise<void> | undefined;
  /** Frames that came: what they tell of is in the state, or about to be. */
  #frames = 0;

  constructor({ api, store, clock }: SyncDeps, heard: Heard, came: Came) {
    this.#api = api;
    this.#store = store;
    this.#clock = clock;
    this.#heard = heard;
    this.#came = came;
    this.#list = new ListReader(api, store, (asked, seq, rows) => this.#takeListed(asked, seq, rows));
  }

  /** Asks for the list without waiting until the line is open. */
  begin(): void {
    this.#begun = this.refresh().catch(ignore);
  }

  /** The line is open. What happened before that is in the list here, or what is another is read. */
  async opened(standing: Standing): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    const frames = this.#frames;
    await begun;
    // With a frame that came meanwhile, what is missed and what came could add up to the same.
    if (frames === this.#frames && this.#list.isAt(standing)) return;
    await this.refresh();
  }

  /** Reads what is another than in the list here, and for every chat that is held, what happened since. */
  refresh(): Promise<void> {
    if (this.#refreshing) {
      this.#refreshAgain = true;
      return this.#refreshing;
    }
    this.#callOffNext();
    this.#refreshing = this.#orTryAgain(this.#list.read()).finally(() => {
      this.#refreshing = undefined;
      if (!this.#refreshAgain) return;
      this.#refreshAgain = false;
      this.refresh().catch(ignore);
    });
    return this.#refreshing;
  }

  /** Reads the row of one chat: what the person may do there, or that they are there, is known from nothing else. */
  reread(chat_id: number): Promise<void> {
    this.#list.expire(chat_id);
    // While the list is still being read, it is not known which rows will come.
    return this.#store.getState().list_whole ? this.#orTryAgain(this.#list.readExpired()) : this.refresh();
  }

  async #orTryAgain(reading: Promise<void>): Promise<void> {
    try {
      await reading;
      this.#failures = 0;
    } catch (error) {
      this.#tryAgain(error);
      throw error;
    }
  }

  /** What could not be asked for is asked for again in a while with the whole list; a new line does so at once. */
  #tryAgain(error: unknown): void {
    if (this.#next) return;
    this.#next = this.#clock.after(pauseBefore(error, this.#failures++), () => {
      this.#next = undefined;
      this.#refreshWhereOpen();
    });
  }

  #refreshWhereOpen(): void {
    if (this.#store.getState().line === "open") this.refresh().catch(ignore);
  }

  #callOffNext(): void {
    this.#next?.();
    this.#next = undefined;
  }

  #takeListed(asked: State, seq: number, chats: readonly ChatRow[]): void {
    this.#takeDrafts(asked, seq, chats);
    for (const listed of chats) {
      const row = this.#store.getState().chats?.[listed.chat.id];
      if (row && row.seq < listed.seq) this.#catchUp(listed.chat.id);
    }
    this.#came(chats.map(({ chat }) => chat.id));
  }

  /** What was being saved when the list was asked for, or was written since, it need not know yet; or it knows better. */
  #takeDrafts(asked: State, seq: number, chats: readonly ChatRow[]): void {
    const { drafts, drafts_since } = this.#store.getState();
    const steady = ({ chat: { id } }: ChatRow) =>
      !asked.unsaved.has(id) && drafts[id] === asked.drafts[id] && seq >= (drafts_since[id] ?? 0);
    this.#store.setState(takeDrafts(chats.filter(steady)));
    for (const { chat, settings } of chats.filter((row) => !steady(row))) {
      const { unsaved } = this.#store.getState();
      const isNews = seq > (drafts_since[chat.id] ?? 0) && !isSaved(writtenOf(drafts[chat.id]), settings.draft);
      if (isNews && !unsaved.has(chat.id)) this.reread(chat.id).catch(ignore);
    }
  }

  /** Takes note of news of the person's own that are shown. */
  heardNews(seq: number): void {
    this.#frames += 1;
    this.#list.heard(seq);
  }

  takeChatFrame(frame: ChatFrame): void {
    const { chat_id, seq } = frame;
    this.#frames += 1;
    const waiting = this.#catching.get(chat_id);
    if (waiting) {
      waiting.push(frame);
      return;
    }
    const row = this.#store.getState().chats?.[chat_id];
    if (!row) {
      this.reread(chat_id).catch(ignore);
      return;
    }
    if (seq <= row.seq) return;
    if (seq > row.seq + 1) {
      this.#catchUp(chat_id, frame);
      return;
    }
    this.#show(chat_id, frame);
    this.#count(chat_id, frame);
    this.#heard(chat_id, frame);
    if (frame.kind === "message") this.#came([chat_id]);
  }

  /** Goes through the events of a chat after `seq` once more: what they tell of was not held when they came. */
  catchUpFrom(chat_id: number, seq: number): void {
    if (this.#catching.has(chat_id)) {
      this.#behind.set(chat_id, Math.min(seq, this.#behind.get(chat_id) ?? seq));
      return;
    }
    this.#store.setState(changeChat(chat_id, (row) => ({ ...row, seq: Math.min(row.seq, seq) })));
    this.#catchUp(chat_id);
  }

  forget(chat_id: number): void {
    this.#store.setState(removeChats([chat_id]));
  }

  #catchUp(chat_id: number, frame?: ChatFrame): void {
    if (this.#catching.has(chat_id)) return;
    this.#catching.set(chat_id, frame ? [frame] : []);
    const end = () => {
      const waiting = this.#catching.get(chat_id) ?? [];
      this.#catching.delete(chat_id);
      return waiting;
    };
    this.#fetchMissed(chat_id).then(
      () => {
        this.#store.together(() => {
          for (const each of end()) this.takeChatFrame(each);
        });
        const behind = this.#behind.get(chat_id);
        this.#behind.delete(chat_id);
        if (behind !== undefined) this.catchUpFrom(chat_id, behind);
      },
      (error: unknown) => {
        // What waits is missed as well: the list will say so.
        end();
        this.#tryAgain(error);
      },
    );
  }

  async #fetchMissed(chat_id: number): Promise<void> {
    for (;;) {
      const row = this.#store.getState().chats?.[chat_id];
      if (!row) return;
      const asked = { chat_id, seq: row.seq };
      const { events, resync, seq, ...count } = await this.#api.call("getDifference", asked);
      if (resync) {
        this.#store.setState(dropHistory(chat_id));
        // What was told of faces meanwhile is not known: what is read anew has the newest.
        this.#store.setState({ faces: {} });
        this.#store.setState(changeChat(chat_id, (each) => ({ ...each, seq })));
        await this.reread(chat_id);
        return;
      }
      this.#store.together(() => {
        for (const event of events) this.#show(chat_id, event);
        this.#count(chat_id, count);
        this.#came([chat_id]);
      });
      if (events.length === 0 || events.at(-1)!.seq >= seq) return;
    }
  }

  /** Takes what the service says is unread, where it says so. */
  #count(chat_id: number, { unread_count, unread_after }: Partial<UnreadCount>): void {
    if (unread_count === undefined || unread_after === undefined) return;
    this.#store.setState(takeCount(chat_id, { unread_count, unread_after }));
  }

  #show(chat_id: number, event: ChatEvent): void {
    const question = showEvent(this.#store, chat_id, event);
    if (question) this.#ask(chat_id, question);
  }

  #ask(chat_id: number, question: Question): void {
    if (question === "row") {
      this.reread(chat_id).catch(ignore);
      return;
    }
    this.#api
      .call("getHistory", { chat_id, limit: 1 })
      .then(({ messages: [last] }) =>
        this.#store.setState(
          changeChat(chat_id, (row) => {
            const { last_message: _, ...rest } = row;
            return last ? { ...rest, last_message: last } : rest;
          }),
        ),
      )
      .catch((error: unknown) => this.#tryAgain(error));
  }
}

/** What fails here is asked for again in a while, or with the next opening of the line. */
function ignore(): undefined {}
