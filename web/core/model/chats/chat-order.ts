/** The order of the chat list. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";

interface Dated {
  readonly chat: Chat;
  readonly last_message?: Message;
  readonly settings?: { readonly draft?: { readonly date: number } };
}

/** If more chats changed than this, the whole list is sorted again. */
const MAX_REINSERTED = 50;

/** Pinned chats in their order, then by the date of the newest message or draft; chats without either come last. */
export function chatsInOrder<T extends Dated>(chats: Readonly<Record<number, T>>, pinned: readonly number[] = []): T[] {
  return Object.values(chats).sort(orderBy(pinned));
}

/** @returns a function that sorts chats; it reinserts only the chats that changed since its last call */
export function incrementalOrder<T extends Dated>(): (
  chats: Readonly<Record<number, T>>,
  pinned: readonly number[],
) => readonly T[] {
  let ordered: readonly T[] = [];
  let pins: readonly number[] = [];
  return (chats, pinned) => {
    const rows = Object.values(chats);
    const known = new Set(ordered);
    const changed = rows.filter((row) => !known.has(row));
    if (pinned !== pins || changed.length > MAX_REINSERTED) ordered = rows.sort(orderBy(pinned));
    else if (changed.length > 0 || rows.length !== ordered.length) ordered = reinsert(ordered, rows, changed, pinned);
    pins = pinned;
    return ordered;
  };
}

function reinsert<T extends Dated>(
  ordered: readonly T[],
  now: readonly T[],
  changed: readonly T[],
  pinned: readonly number[],
): T[] {
  const order = orderBy(pinned);
  const present = new Set(now);
  const rows = ordered.filter((row) => present.has(row));
  for (const row of changed) {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (order(rows[middle]!, row) < 0) low = middle + 1;
      else high = middle;
    }
    rows.splice(low, 0, row);
  }
  return rows;
}

function orderBy(pinned: readonly number[]): (a: Dated, b: Dated) => number {
  const rank = new Map(pinned.map((id, index) => [id, index]));
  const place = ({ chat }: Dated) => rank.get(chat.id) ?? pinned.length;
  const date = ({ last_message, settings }: Dated) => Math.max(last_message?.date ?? 0, settings?.draft?.date ?? 0);
  return (a, b) => place(a) - place(b) || date(b) - date(a) || a.chat.id - b.chat.id;
}
