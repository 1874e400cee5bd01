/** An event of a group or channel made once for all the people who see it: what differs from viewer to viewer is left open. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { ReadTx } from "../store/db.ts";
import type { EventRow } from "../store/streams.ts";
import { presentChatEvent } from "./chat-event.ts";
import type { FileIdMinter, FileRef } from "./file-id.ts";
import { View } from "./view.ts";

/** Stands for any person in the chat. No account has this id. */
const ANYBODY: Account = {
  id: 0,
  is_bot: false,
  first_name: "",
  last_name: "",
  username: null,
  photo: null,
  suspended_at: null,
};

/** JSON text with gaps in which each viewer's own file identifiers belong. */
export interface SharedText {
  /** One more than there are gaps. */
  readonly pieces: readonly string[];
  /** For each gap the place of its file in `files`. */
  readonly gaps: readonly number[];
  readonly files: readonly FileRef[];
}

export interface SharedEvent {
  readonly seq: number;
  readonly text: SharedText;
  /** Whether it may change how much is unread: to everybody who sees it, or to the one who has read. */
  readonly changesUnread: boolean | number;
  /** The people who are shown something else: it must be made for each of them. */
  readonly apart: ReadonlySet<number>;
}

/**
 * Makes texts that many viewers share. `mark` stands in them for what is left open: it must be unpredictable, so that no text of
 * a user can hold it.
 */
export class SharedTexts {
  readonly #mark: string;
  readonly #gap: RegExp;

  /** @param mark - letters and digits */
  constructor(mark: string) {
    this.#mark = mark;
    this.#gap = new RegExp(`${mark}:(\\d+);`);
  }

  /** An event of a group or channel, as `presentChatEvent` shows it to a person. */
  async event(tx: ReadTx, chat: Chat, event: EventRow, now_s: number): Promise<SharedEvent> {
    const view = new SharedView(tx, this.#mark);
    const shown = await presentChatEvent(view, chat, event, now_s);
    const apart = new Set(view.askedAbout);
    // Whoever was changed may be in the chat no longer.
    if (event.kind === "member") apart.add(event.ref);
    const changesUnread = event.kind === "read" ? event.ref : event.kind === "message" || event.kind === "delete";
    return { seq: event.seq, text: this.#split(JSON.stringify(shown), view.files), changesUnread, apart };
  }

  /** A person or bot, as people see them. */
  async user(tx: ReadTx, id: number): Promise<SharedText> {
    const view = new SharedView(tx, this.#mark);
    return this.#split(JSON.stringify(await view.user(id)), view.files);
  }

  #split(text: string, files: readonly FileRef[]): SharedText {
    const parts = text.split(this.#gap);
    const pieces = parts.filter((_part, at) => at % 2 === 0);
    const gaps = parts.filter((_part, at) => at % 2 === 1).map(Number);
    return { pieces, gaps, files };
  }
}

/** The text as one viewer gets it; `idOf` gives their identifiers of `files`, in the same order. */
export function textFor(
  { pieces, gaps }: SharedText,
  idOf: readonly ((viewer_id: number) => string)[],
  viewer_id: number,
): string {
  let text = pieces[0]!;
  for (const [at, file] of gaps.entries()) text += idOf[file]!(viewer_id) + pieces[at + 1]!;
  return text;
}

/** Shows things as any person in the chat sees them, and notes what only some of them would see. */
class SharedView extends View {
  readonly files: readonly FileRef[];
  /** Accounts whose own view would differ. */
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

/** Gives out marks instead of identifiers, the same for the same file. */
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
