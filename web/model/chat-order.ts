/** The order of the chat list. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";

interface Dated {
  readonly chat: Chat;
  readonly last_message?: Message;
  readonly settings?: { readonly draft?: { readonly date: number } };
}

/** More changed chats than this are put in order together with all others. */
const MOST_MOVED = 50;

/** Pinned chats as they were pinned, then the newest message or draft first; chats without either come last. */
export function chatsInOrder<T extends Dated>(chats: Readonly<Record<number, T>>, pinned: readonly number[] = []): T[] {
  return Object.values(chats).sort(orderBy(pinned));
}

/** @returns what gives chats in order; of those it gave before, only what changed is put into another place */
export function orderKeeper<T extends Dated>(): (
  chats: Readonly<Record<number, T>>,
  pinned: readonly number[],
) => readonly T[] {
  let ordered: readonly T[] = [];
  let pins: readonly number[] = [];
  return (chats, pinned) => {
    const rows = Object.values(chats);
    const known = new Set(ordered);
    const changed = rows.filter((row) => !known.has(row));
    if (pinned !== pins || changed.length > MOST_MOVED) ordered = rows.sort(orderBy(pinned));
    else if (changed.length > 0 || rows.length !== ordered.length) ordered = moved(ordered, rows, changed, pinned);
    pins = pinned;
    return ordered;
  };
}

function moved<T extends Dated>(
  ordered: readonly T[],
  now: readonly T[],
  changed: readonly T[],
  pinned: readonly number[],
): T[] {
  const order = orderBy(pinned);
  const held = new Set(now);
  const rows = ordered.filter((row) => held.has(row));
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
