/**
 * Tells the screens of one group or channel what happens there: it reads each event once, makes it once, and sends it to many
 * screens in one turn of the event loop. Nothing is sent while there is something that was not read: whoever has left the chat
 * gets nothing more. A screen that is to see something else, or has not come as far, reads by itself.
 */
import type { Clock } from "../ports/clock.ts";
import type { FileIdMinter } from "../present/file-id.ts";
import type { SharedTexts } from "../present/shared-event.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import { PEOPLE_AT_ONCE, pointersOf } from "../store/unread-window.ts";
import { ActionPass, ActionRate } from "./action-pass.ts";
import type { ChatScreen } from "./chat-screen.ts";
import { Looking } from "./looking.ts";
import type { Acting } from "./presence.ts";
import { SharedLog } from "./shared-log.ts";
import { RecentIds } from "./recent-ids.ts";
import { readShared, type Found } from "./shared-read.ts";
import { UnreadWindow } from "./unread-window.ts";

/** Screens that are written to in one turn of the event loop. Each takes about 12 µs, most of it in the kernel. */
const SLICE = 128;
/** A screen that reads by itself takes about as long as so many that do not. */
const OWN_READ = 6;

export interface BroadcastDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly fileIds: FileIdMinter;
  readonly texts: SharedTexts;
  /** Resolves in the next turn of the event loop, after everything else that is due. */
  readonly turn: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

export class Broadcaster {
  readonly #deps: BroadcastDeps;
  readonly #chat_id: number;
  readonly #screens: ReadonlySet<ChatScreen>;
  readonly #window: UnreadWindow;
  readonly #log: SharedLog;
  readonly #ids: RecentIds;
  readonly #looking: Looking;
  readonly #actions: Acting[] = [];
  readonly #actionRate: ActionRate;
  #acting: ActionPass | undefined;
  /** The newest event that was made for all; `undefined` while each screen reads by itself. */
  #top: number | undefined;
  /** Something is to be told, or the last try to do so has failed. */
  #busy = false;
  /** The stream has moved since it was read. */
  #moved = false;
  /** The chat was deleted. */
  #isGone = false;
  /** The screens that are still to be visited; `undefined` when all have what there is. */
  #pass: Iterator<ChatScreen> | undefined;
  /** Something was read since the pass began: it is followed by another one. */
  #again = false;
  /** The newest event when the pass began. */
  #topBefore = 0;
  /** Screens whose person's pointer is to be asked for. */
  #unknown: ChatScreen[] = [];

  constructor(deps: BroadcastDeps, chat_id: number, screens: ReadonlySet<ChatScreen>) {
    this.#deps = deps;
    this.#chat_id = chat_id;
    this.#screens = screens;
    this.#window = new UnreadWindow(chat_id);
    this.#ids = new RecentIds(deps.fileIds);
    this.#log = new SharedLog(chat_id, this.#ids, this.#window);
    this.#actionRate = new ActionRate(deps.clock);
    this.#looking = new Looking(deps, () => this.#run());
  }

  /** Whether nothing is under way, so that each screen may just as well read by itself. */
  get isIdle(): boolean {
    return !this.#busy;
  }

  stop(): void {
    this.#looking.stop();
  }

  /** The chat's stream has moved. */
  wake(): void {
    this.#moved = true;
    this.#start();
  }

  /** Somebody in the chat does something. */
  act(acting: Acting): void {
    if (!this.#actionRate.take(this.#screens.size)) return;
    this.#actions.push(acting);
    this.#start();
  }

  #start(): void {
    this.#busy = true;
    this.#looking.wake();
  }

  async #run(): Promise<void> {
    try {
      while (this.#screens.size > 0) {
        if (this.#moved || this.#top === undefined) await this.#read();
        else if (this.#unknown.length > 0) await this.#learn();
        else if (this.#pass) {
          this.#visitSome(this.#pass);
          await this.#deps.turn();
        } else if (this.#acting || this.#actions.length > 0) await this.#showActions();
        else break;
      }
      this.#busy = false;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#giveUp();
      throw error;
    }
  }

  async #read(): Promise<void> {
    const after = this.#top ?? newestCursor(this.#screens);
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const wanted = { chat_id: this.#chat_id, after, now_s, texts: this.#deps.texts, window: this.#window };
    this.#moved = false;
    try {
      this.#take(await this.#deps.db.read((tx) => readShared(tx, wanted)), after);
    } catch (error) {
      this.#moved = true;
      throw error;
    }
  }

  #take(found: Found | undefined, after: number): void {
    this.#isGone = found === undefined;
    this.#top = found?.events.at(-1)?.seq ?? after;
    if (found) {
      if (found.events.length === 0) return;
      this.#log.add(found.events);
      if (found.isFull) this.#moved = true;
      if (found.moved.size > 0) this.#askAgain(found.moved);
      if (found.said) {
        this.#window.take(found.said, found.deleted);
        this.#unknown = [...this.#screens].filter(({ unread_after }) => unread_after === undefined);
      }
    }
    this.#again = true;
    if (!this.#pass) this.#beginPass();
  }

  #askAgain(people: ReadonlySet<number>): void {
    for (const screen of this.#screens) if (people.has(screen.person_id)) screen.pointerMoved();
  }

  /** Asks where the next of the people have read to whose pointers are not known. */
  async #learn(): Promise<void> {
    const page = this.#unknown.splice(0, PEOPLE_AT_ONCE);
    const takers = page.map((screen) => [screen.person_id, screen.learnPointer()] as const);
    const ids = [...new Set(page.map(({ person_id }) => person_id))];
    const pointers = await this.#deps.db.read((tx) => pointersOf(tx, this.#chat_id, ids));
    for (const [person_id, take] of takers) take(pointers.get(person_id));
  }

  #beginPass(): void {
    this.#again = false;
    this.#topBefore = this.#top!;
    this.#pass = this.#screens.values();
  }

  /** Nothing has moved since the last read: what is sent here was seen there, and everybody who gets it is in the chat. */
  #visitSome(pass: Iterator<ChatScreen>): void {
    for (let cost = 0; cost < SLICE;) {
      const next = pass.next();
      if (!next.done) {
        cost += this.#visit(next.value);
        continue;
      }
      this.#log.dropUpTo(this.#topBefore);
      if (this.#again) this.#beginPass();
      else this.#pass = undefined;
      return;
    }
  }

  /** @returns how much that took, in screens that are written to */
  #visit(place: ChatScreen): number {
    if (this.#isGone) {
      place.screen.dropChat(this.#chat_id);
      return 1;
    }
    if (place.cursor >= this.#top!) return 0;
    const bytes = place.isReading ? undefined : this.#log.bytesFor(place);
    if (!bytes) {
      place.screen.wake(this.#chat_id);
      return OWN_READ;
    }
    place.cursor = this.#top!;
    place.screen.sendBytes(bytes);
    return 1;
  }

  async #showActions(): Promise<void> {
    if (!this.#acting) {
      const acting = this.#actions.shift()!;
      const user = await this.#deps.db.read((tx) => this.#deps.texts.user(tx, acting.account_id));
      this.#acting = new ActionPass(acting, user, this.#ids, this.#screens.values());
      return;
    }
    // Whoever stands elsewhere may have left the chat, or come into it, by what they have not got yet.
    const isOver = this.#acting.showSome(SLICE, (place) => !place.isReading && place.cursor === this.#top);
    if (isOver) this.#acting = undefined;
    await this.#deps.turn();
  }

  /** Something is wrong with what all were to get: each reads by itself, and whoever cannot is closed. */
  #giveUp(): void {
    this.#top = undefined;
    this.#window.clear();
    this.#log.dropUpTo(Number.MAX_SAFE_INTEGER);
    this.#pass = undefined;
    this.#acting = undefined;
    this.#actions.length = 0;
    this.#unknown = [];
    for (const { screen } of this.#screens) screen.wake(this.#chat_id);
  }
}

function newestCursor(screens: ReadonlySet<ChatScreen>): number {
  let newest = 0;
  for (const { cursor } of screens) newest = Math.max(newest, cursor);
  return newest;
}
