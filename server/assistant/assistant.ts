/** The assistant at work: takes its updates by long polling and answers them, each person's in order. */
import type { CallbackQuery, Message } from "@heliogram/shared/wire.ts";
import type { Clock } from "../ports/clock.ts";
import { CallFault, Line, Stopped, type Carry } from "./line.ts";
import { answerMessage, COMMAND_LIST } from "./messages.ts";
import { loadNote, readNote, saveNote } from "./note.ts";
import { answerPress } from "./presses.ts";
import { Talk } from "./talk.ts";
import { hideOverdue } from "./tokens.ts";

interface Update {
  readonly update_id: number;
  readonly message?: Message;
  readonly callback_query?: CallbackQuery;
}

export interface AssistantDeps {
  readonly carry: Carry;
  readonly token: string;
  readonly clock: Clock;
  /** Told what nobody expected. */
  readonly onFault: (error: unknown) => void;
}

/** Seconds of one poll; between two of them, tokens that were shown long enough are hidden. */
const POLL_S = 50;
const PAUSE_MS = 3000;
const KINDS = ["message", "callback_query"];

export class Assistant {
  readonly #deps: AssistantDeps;
  readonly #stop = new AbortController();
  readonly #line: Line;
  readonly #done: Promise<void>;

  /** Starts at once. */
  constructor(deps: AssistantDeps) {
    this.#deps = deps;
    this.#line = new Line(deps.carry, deps.token, deps.clock, this.#stop.signal);
    this.#done = this.#work();
  }

  /** Takes nothing up from now on. */
  stop(): void {
    this.#stop.abort();
  }

  /** Resolves when what was under way is done or left. */
  finished(): Promise<void> {
    return this.#done;
  }

  async #work(): Promise<void> {
    let offset = 0;
    let named = false;
    while (!this.#stop.signal.aborted) {
      try {
        if (!named) await this.#line.call("setMyCommands", { commands: COMMAND_LIST });
        named = true;
        offset = await this.#turn(offset);
      } catch (error) {
        if (error instanceof Stopped) break;
        this.#deps.onFault(error);
        // A token that is worth nothing any more was replaced by another process that took over.
        if (error instanceof CallFault && error.code === 401) return;
        await this.#line.pause(PAUSE_MS).catch(() => {});
      }
    }
    const confirm = { offset, limit: 1, timeout: 0 };
    if (offset > 0) await this.#line.call("getUpdates", confirm).catch(this.#deps.onFault);
  }

  /** One poll and what it brought. @returns the offset of the next */
  async #turn(offset: number): Promise<number> {
    await this.#hideTokens();
    const wish = { offset, timeout: POLL_S, allowed_updates: KINDS };
    const updates = await this.#line.call<Update[]>("getUpdates", wish);
    const people = Map.groupBy(updates, writerOf);
    people.delete(undefined);
    await Promise.all([...people].map(([person, theirs]) => this.#answerAll(person!, theirs)));
    return updates.length === 0 ? offset : updates.at(-1)!.update_id + 1;
  }

  /** @throws Stopped */
  async #answerAll(person: number, updates: readonly Update[]): Promise<void> {
    for (const update of updates) {
      try {
        await this.#answer(person, update);
      } catch (error) {
        if (error instanceof Stopped) throw error;
        // Whoever has blocked the assistant does not want to hear of it.
        if (!(error instanceof CallFault && error.code === 403)) this.#deps.onFault(error);
      }
    }
  }

  async #answer(person: number, { update_id, message, callback_query: press }: Update): Promise<void> {
    const note = await loadNote(this.#line, person);
    if (update_id <= note.seen) return;
    const talk = new Talk(this.#line, person, note, this.#nowS());
    let seen = update_id;
    try {
      if (message) await answerMessage(talk, message.text);
      else if (press) await this.#answerPress(talk, press);
    } catch (error) {
      // What was left half done comes again after the next start.
      if (error instanceof Stopped) seen = note.seen;
      if (!(error instanceof CallFault && error.code === 429)) throw error;
      const { step } = talk.note;
      await talk.say({ text: error.message, ...(step ? { step } : {}) });
    } finally {
      await saveNote(this.#line, person, { ...talk.note, seen });
    }
  }

  async #answerPress(talk: Talk, press: CallbackQuery): Promise<void> {
    const text = await answerPress(talk, press.message.message_id, press.data);
    await this.#line.call("answerCallbackQuery", { callback_query_id: press.id, text }).catch((error: unknown) => {
      // A press that waited out a restart is too old to be answered; what it asked for is done.
      if (!(error instanceof CallFault && error.code === 400)) throw error;
    });
  }

  async #hideTokens(): Promise<void> {
    const due = await this.#line.call<{ user_id: number; note: string }[]>("dueNotes", {});
    for (const { user_id, note } of due) {
      const talk = new Talk(this.#line, user_id, readNote(note), this.#nowS());
      await hideOverdue(talk);
      await saveNote(this.#line, user_id, talk.note);
    }
  }

  #nowS(): number {
    return Math.floor(this.#deps.clock.now() / 1000);
  }
}

/** Whom an update is from; nobody for kinds that were queued before the assistant said which it wants. */
function writerOf({ message, callback_query }: Update): number | undefined {
  return (message ?? callback_query)?.from?.id;
}
