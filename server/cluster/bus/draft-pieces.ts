/**
 * Changes of streamed drafts on the bus: replaced by newer ones while they wait, and cut into pieces, because a draft may
 * be longer than a frame.
 */
import type { DraftChange } from "../../domain/streamed-draft.ts";

/** A part of the JSON of a change. The parts of one change have the same number, and follow each other. */
export type DraftPiece = readonly [number: number, index: number, isLast: 0 | 1, text: string];

/** Changes that wait to be sent, at most. Further drafts are dropped: their next change is tried again. */
const MAX_WAITING = 1000;
/** Bytes below which no piece is cut. */
const MIN_PIECE_BYTES = 64;
/** Bytes of a piece beside its text. */
const ENVELOPE_BYTES = 40;
/** UTF-16 units of a change that is put together, at most: a text of 4096 characters with many entities. */
const MAX_UNITS = 1024 * 1024;

/** Changes that have not been sent yet: the newest of each draft. */
export class DraftQueue {
  readonly #waiting = new Map<string, DraftChange>();
  /** The change whose pieces are being sent, and where the next one begins. */
  #current: { readonly text: string; at: number; index: number } | undefined;
  #number = 0;

  get isEmpty(): boolean {
    return this.#waiting.size === 0 && !this.#current;
  }

  add(change: DraftChange): void {
    const draft = `${change.chat_id} ${change.bot_id} ${change.thread_id}`;
    if (this.#waiting.size < MAX_WAITING || this.#waiting.has(draft)) this.#waiting.set(draft, change);
  }

  /** The next pieces, as many as these bytes can hold. */
  take(room_bytes: number): DraftPiece[] {
    const pieces: DraftPiece[] = [];
    for (let left_bytes = room_bytes; left_bytes >= MIN_PIECE_BYTES + ENVELOPE_BYTES;) {
      const piece = this.#next(left_bytes - ENVELOPE_BYTES);
      if (!piece) break;
      pieces.push(piece);
      left_bytes -= jsonBytes(piece[3]) + ENVELOPE_BYTES;
    }
    return pieces;
  }

  /** The change that is being sent goes on, so that a fast bot does not keep its drafts from ever being whole. */
  #next(room_bytes: number): DraftPiece | undefined {
    this.#current ??= this.#begin();
    if (!this.#current) return undefined;
    const { text, at, index } = this.#current;
    const part = cut(text, at, room_bytes);
    const isLast = at + part.length === text.length;
    this.#current = isLast ? undefined : { text, at: at + part.length, index: index + 1 };
    return [this.#number, index, isLast ? 1 : 0, part];
  }

  #begin() {
    const [next] = this.#waiting;
    if (!next) return undefined;
    this.#waiting.delete(next[0]);
    this.#number++;
    return { text: JSON.stringify(next[1]), at: 0, index: 0 };
  }
}

/** Puts the pieces of one node together. A change of which a piece is missing is dropped. */
export class DraftAssembler {
  #number = 0;
  #index = 0;
  #text = "";

  /** @returns the change of which this is the last piece */
  add([number, index, isLast, text]: DraftPiece): DraftChange | undefined {
    if (index === 0) {
      this.#number = number;
      this.#text = "";
    } else if (number !== this.#number || index !== this.#index + 1) {
      this.#number = 0;
      return undefined;
    }
    this.#index = index;
    this.#text += text;
    if (this.#text.length > MAX_UNITS) this.#number = 0;
    if (isLast === 0 || this.#number === 0) return undefined;
    const whole = this.#text;
    this.#text = "";
    return parseChange(whole);
  }
}

/** Whether it is a piece: the texts of other nodes may be of another version. */
export function isDraftPiece(value: unknown): value is DraftPiece {
  if (!Array.isArray(value) || value.length !== 4 || typeof value[3] !== "string") return false;
  return value.slice(0, 3).every((each) => Number.isSafeInteger(each) && each >= 0);
}

function parseChange(text: string): DraftChange | undefined {
  try {
    const change = JSON.parse(text) as DraftChange;
    return isChange(change) ? change : undefined;
  } catch {
    return undefined;
  }
}

function isChange(change: DraftChange): boolean {
  const { chat_id, bot_id, thread_id, kind } = change;
  if (![chat_id, bot_id, thread_id].every(Number.isSafeInteger)) return false;
  if (kind === "stopped") return Number.isSafeInteger(change.draft_id);
  if (kind === "ended") return Number.isFinite(change.ended_ms);
  if (kind !== "sent" || !Number.isFinite(change.sent_ms)) return false;
  const { draft_id, text, entities } = change.content;
  if (!Number.isSafeInteger(draft_id)) return false;
  return typeof text === "string" && Array.isArray(entities);
}

/** The longest part of a text from there whose JSON has at most these bytes, or one unit of it. */
function cut(text: string, from: number, max_bytes: number): string {
  // A unit has a byte at least.
  const longest = text.slice(from, from + max_bytes);
  if (jsonBytes(longest) <= max_bytes) return longest;
  let [fits, tooLong] = [1, longest.length];
  while (tooLong - fits > 1) {
    const middle = (fits + tooLong) >> 1;
    if (jsonBytes(longest.slice(0, middle)) <= max_bytes) fits = middle;
    else tooLong = middle;
  }
  return longest.slice(0, fits);
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
