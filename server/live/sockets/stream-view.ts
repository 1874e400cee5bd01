/** What a person's web socket shows of the events of their own stream and of their chats. */
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Account } from "../../domain/accounts.ts";
import { chatIdFor, type Chat } from "../../domain/chats.ts";
import type { FileIds } from "../../present/file-id.ts";
import { presentAccountEvent } from "../../present/account-event.ts";
import { presentChatEvent } from "../../present/chat-event.ts";
import { presentUnreadMentions } from "../../present/unread-mentions.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Clock } from "../../ports/clock.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { unreadOf } from "../../store/queries/members/unread.ts";
import { changesMessages, newChatEvents, type ChatEventRow } from "../../store/queries/streams/chat-events.ts";
import { eventsAfter, type EventRow } from "../../store/queries/streams/streams.ts";

const EVENTS_PER_READ = 100;
/** Events of a chat that are presented side by side. */
const PRESENTED_AT_ONCE = 25;
/**
 * Frames of a read, in characters: a quarter of what a slow client may leave unread, so that one that reads has time to do
 * so before the next ones are written.
 */
const READ_CHARACTERS = 1024 * 1024;

export interface ViewDeps {
  readonly clock: Clock;
  readonly fileIds: FileIds;
}

/** What a read of a stream has found. */
interface NewFrames {
  readonly frames: readonly Frame[];
  /** Frames of events of a chat, as JSON. */
  readonly texts: readonly string[];
  /** The last event that they are of. */
  readonly cursor: number;
  /** Whether there were no more events. */
  readonly isThrough: boolean;
  /** The events of a chat are changes of reactions alone, which may be held back. */
  readonly isReactionsOnly?: boolean;
}

export class StreamView {
  readonly #deps: ViewDeps;
  readonly #person: Account;

  constructor(deps: ViewDeps, person: Account) {
    this.#deps = deps;
    this.#person = person;
  }

  /** Reads the events of a stream after `after`. Changes no state, as a read may be retried. */
  async read(tx: ReadTx, stream: number, after: number): Promise<NewFrames> {
    const own = stream === this.#person.id;
    if (own) return this.#readAccount(tx, after);
    const [{ events, isFull, isReactionsOnly }, context, chat, member] = await Promise.all([
      newChatEvents(tx, stream, after, EVENTS_PER_READ),
      this.viewer(tx),
      findChat(tx, stream),
      findMember(tx, stream, this.#person.id),
    ]);
    const cursor = events.at(-1)?.seq ?? after;
    // The membership is checked in every read, so a person who has left gets no further event of the chat.
    if (chat && member?.is_member) {
      const texts = await this.#chatFrames(context, chat, events);
      const isAll = texts.length === events.length;
      return {
        cursor: isAll ? cursor : events[texts.length - 1]!.seq,
        isThrough: !isFull && isAll,
        isReactionsOnly,
        frames: [],
        texts,
      };
    }
    // Only groups and channels are deleted, and their chat id is their stream's id.
    const gone: Frame = { type: "gone", chat_id: chat ? chatIdFor(chat, this.#person.id) : stream };
    return { cursor, isThrough: true, frames: [gone], texts: [] };
  }

  async #readAccount(tx: ReadTx, after: number): Promise<NewFrames> {
    const [events, context] = await Promise.all([
      eventsAfter(tx, this.#person.id, after, EVENTS_PER_READ),
      this.viewer(tx),
    ]);
    const frames = await this.#accountFrames(context, events);
    return { cursor: events.at(-1)?.seq ?? after, isThrough: events.length < EVENTS_PER_READ, frames, texts: [] };
  }

  /** The person is read anew: they may have been renamed since the socket was opened. */
  async viewer(tx: ReadTx): Promise<ViewerContext> {
    return new ViewerContext(tx, (await findAccount(tx, this.#person.id)) ?? this.#person, this.#deps.fileIds);
  }

  async #accountFrames(context: ViewerContext, events: readonly EventRow[]): Promise<Frame[]> {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const frames: Frame[] = [];
    for (const event of events)
      frames.push({ type: "account", ...(await presentAccountEvent(context, event, now_s)) } as Frame);
    return frames;
  }

  /** The frames of the first of these events, as many as have about `READ_CHARACTERS`. */
  async #chatFrames(context: ViewerContext, chat: Chat, events: readonly ChatEventRow[]): Promise<string[]> {
    const texts: string[] = [];
    let characters = 0;
    while (texts.length < events.length) {
      const some = events.slice(texts.length, texts.length + PRESENTED_AT_ONCE);
      for (const frame of await this.#presentSideBySide(context, chat, some)) {
        if (characters > READ_CHARACTERS) return texts;
        const text = JSON.stringify(frame);
        characters += text.length;
        texts.push(text);
      }
    }
    return texts;
  }

  /** The events are presented side by side, so that a database that is elsewhere is asked once for all of them. */
  #presentSideBySide(context: ViewerContext, chat: Chat, events: readonly ChatEventRow[]): Promise<Frame[]> {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const unread = events.findLast((event) => changesUnread(event, this.#person.id));
    return Promise.all(
      events.map(async (event): Promise<Frame> => {
        const [shown, count, mentions] = await Promise.all([
          presentChatEvent(context, chat, event, now_s),
          event === unread ? unreadOf(context.tx, chat.id, this.#person.id) : {},
          presentUnreadMentions(context, chat, event),
        ]);
        return { type: "chat", chat_id: chatIdFor(chat, this.#person.id), ...count, ...mentions, ...shown };
      }),
    );
  }
}

/** Whether the event changes the unread count: a message, a deletion, or reading by the person. */
function changesUnread(event: EventRow, person_id: number): boolean {
  return changesMessages(event) || (event.kind === "read" && event.ref === person_id);
}
