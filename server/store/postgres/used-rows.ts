/** The cached values that the bodies of a batch have used, and the statements that check them. */
import type { Lookup } from "../lookup.ts";
import { checkUnchanged, lockUnchanged } from "./row-checks.ts";
import type { CachedRow } from "./row-cache.ts";
import type { BoundStatement } from "./statements.ts";

export class UsedRows {
  readonly #chats: CachedRow[] = [];
  readonly #others = new Map<Lookup<unknown>, CachedRow[]>();

  get isEmpty(): boolean {
    return this.#chats.length === 0;
  }

  /** A chat, which is to be locked. */
  addChat(chat: CachedRow): void {
    this.#chats.push(chat);
  }

  add(lookup: Lookup<unknown>, row: CachedRow): void {
    const rows = this.#others.get(lookup);
    if (rows) rows.push(row);
    else this.#others.set(lookup, [row]);
  }

  /** Locks the chats, then compares the versions of the others: what is read behind the locks does not change any more. */
  checks(): BoundStatement[] {
    if (this.isEmpty) return [];
    const others = [...this.#others].map(([lookup, rows]) => checkUnchanged(lookup, rows));
    return [lockUnchanged(this.#chats), ...others];
  }

  /** One of them has changed, or is locked by another transaction. None is used before it was read again. */
  suspect(): void {
    for (const chat of this.#chats) chat.isSuspect = true;
    for (const rows of this.#others.values()) for (const row of rows) row.isSuspect = true;
  }
}
