/** Renders an event of a group or channel once for all its viewers, with gaps for what differs between viewers. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { MessageEntity } from "../domain/text/entity.ts";
import { portableJson } from "../domain/text/portable.ts";
import type { ReadTx } from "../store/db.ts";
import { changesMessages, isEdit, type ChatEventRow } from "../store/queries/streams/chat-events.ts";
import type { EventRow } from "../store/queries/streams/streams.ts";
import { presentChatEvent } from "./chat-event.ts";
import type { FileIdMinter, FileRef } from "./file-id.ts";
import { ViewerContext } from "./viewer-context.ts";

/** A placeholder for any person in the chat. No account has this id. */
const ANYBODY: Account = {
  id: 0,
  is_bot: false,
  first_name: "",
  last_name: "",
  username: null,
  photo: null,
  language_code: "",
  suspended_at: null,
};

/** JSON text with gaps for each viewer's own file identifiers. */
export interface SharedText {
  /** The text between the gaps: one piece more than gaps. */
  readonly pieces: readonly string[];
  /** For each gap the index of its file in `files`. */
  readonly gaps: readonly number[];
  readonly files: readonly FileRef[];
}

export interface SharedEvent {
  readonly seq: number;
  readonly text: SharedText;
  readonly changesUnread: ReturnType<typeof changesUnread>;
  readonly isEdit: boolean;
  /** The first event that it stands for. */
  readonly first_seq: number;
  /** The people for whom the event differs; it must be rendered for each of them. */
  readonly apart: ReadonlySet<number>;
}

/**
 * Renders texts that many viewers share. `mark` is the placeholder in the gaps. It must be unpredictable, so that no
 * text of a user can contain it.
 */
export class SharedTexts {
  readonly #mark: string;
  readonly #gap: RegExp;

  /** @param mark - letters and digits */
  constructor(mark: string) {
    this.#mark = mark;
    this.#gap = new RegExp(`${mark}:(\\d+);`);
  }

  /** Renders an event of a group or channel, as `presentChatEvent` does for one person. */
  async event(tx: ReadTx, chat: Chat, event: ChatEventRow, now_s: number): Promise<SharedEvent> {
    const context = new BatchedContext(tx, this.#mark);
    const shown = await presentChatEvent(context, chat, event, now_s);
    const apart = new Set(context.askedAbout);
    // The person whose membership changed may not be in the chat any more.
    if (event.kind === "member") apart.add(event.ref);
    const text = this.#split(JSON.stringify(shown), context.files);
    const { seq, run = 1 } = event;
    const marks = { changesUnread: changesUnread(event), isEdit: isEdit(event) };
    return { seq, first_seq: seq - run + 1, text, ...marks, apart };
  }

  /** Renders a person or bot as people see them. */
  async user(tx: ReadTx, id: number): Promise<SharedText> {
    const context = new BatchedContext(tx, this.#mark);
    return this.#split(JSON.stringify(await context.user(id)), context.files);
  }

  /**
   * Renders the bot of a streamed draft, as `{"user":…}`, and the entities of the draft if they are given.
   * @param entities - where they mention people, whose names must be looked up
   */
  async draft(tx: ReadTx, bot_id: number, entities?: readonly MessageEntity[]): Promise<SharedText> {
    const context = new BatchedContext(tx, this.#mark);
    const user = await context.user(bot_id);
    const looks = entities && (await context.entities(entities));
    return this.#split(JSON.stringify({ user, ...(looks && { entities: looks }) }), context.files);
  }

  #split(text: string, files: readonly FileRef[]): SharedText {
    const parts = portableJson(text).split(this.#gap);
    const pieces = parts.filter((_part, at) => at % 2 === 0);
    const gaps = parts.filter((_part, at) => at % 2 === 1).map(Number);
    return { pieces, gaps, files };
  }
}

/** Whether an event can change the unread count: of every viewer (`true`), or only of the account with this id. */
export function changesUnread(event: EventRow): boolean | number {
  return event.kind === "read" ? event.ref : changesMessages(event);
}

/** The text for one viewer; `idOf` has a function for each of `files` that makes the viewer's identifier. */
export function textFor(
  { pieces, gaps }: SharedText,
  idOf: readonly ((viewer_id: number) => string)[],
  viewer_id: number,
): string {
  let text = pieces[0]!;
  for (const [at, file] of gaps.entries()) text += idOf[file]!(viewer_id) + pieces[at + 1]!;
  return text;
}

/** A viewer context for any person in the chat. It records the accounts for which the result would differ. */
class BatchedContext extends ViewerContext {
  readonly files: readonly FileRef[];
  /** The accounts for which the result would differ. */
  readonly askedAbout = new Set<number>();

  constructor(tx: ReadTx, mark: string) {
    const slots = new FileSlots(mark);
    super(tx, ANYBODY, slots);
    this.files = slots.files;
  }

  override isViewer(account_id: number): boolean {
    this.askedAbout.add(account_id);
    return false;
  }
}

/** Mints placeholders instead of identifiers, the same one for the same file. */
class FileSlots implements FileIdMinter {
  readonly files: FileRef[] = [];
  readonly #mark: string;
  readonly #known = new Map<string, number>();

  constructor(mark: string) {
    this.#mark = mark;
  }

  mint(ref: FileRef): string {
    const name = `${ref.file} ${ref.kind} ${ref.variant}`;
    let at = this.#known.get(name);
    if (at === undefined) {
      at = this.files.push(ref) - 1;
      this.#known.set(name, at);
    }
    return `${this.#mark}:${at};`;
  }
}
