/** Outgoing messages: shown optimistically, before the server gives them an id. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { placeOf, type Place } from "../chats/place.ts";
import type { ReplyTarget } from "./quote.ts";

/** The kinds of files that can be picked. */
export type PickedKind = "photo" | "video" | "animation" | "audio" | "document" | "voice";

/** A picked file as it is shown before it is uploaded. */
export interface PickedFile {
  readonly kind: PickedKind;
  readonly name: string;
  readonly size: number;
  readonly mime_type: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  /** Peaks of a voice message. */
  readonly waveform?: readonly number[];
  /** The `blob:` URL of the file. */
  readonly address: string;
}

export type PickedFiles = readonly [PickedFile, ...PickedFile[]];

export interface Outgoing extends ReplyTarget {
  /** The idempotency key of the send, which is also the key of its row. */
  readonly key: string;
  readonly chat_id: number;
  /** The topic to which it is sent. */
  readonly message_thread_id?: number;
  readonly at_ms: number;
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  /** The Markdown of a rich message. The text and the entities are shown until it is sent. */
  readonly rich_source?: string;
  /** Sent without a notification. */
  readonly silent?: boolean;
  /** Sent without a preview of its link. */
  readonly no_preview?: boolean;
  /** Several files form an album. */
  readonly files?: PickedFiles;
  /** `waiting`: queued or being sent. `failed`: until the person retries or discards it. */
  readonly state: "waiting" | "failed";
  /** The fraction that was uploaded, 0 to 1. */
  readonly progress?: number;
  /** The error text of a failed message. */
  readonly error?: string;
  /** The name of the refusal, if it has one. */
  readonly reason?: string;
  readonly fault?: "cancelled" | "too_big" | "refused";
}

export function placeOfOutgoing({ chat_id, message_thread_id }: Outgoing): Place {
  return placeOf(chat_id, message_thread_id);
}

/** Whether an outgoing message is shown in a chat or topic. A chat shows those of its topics too. */
export function isOutgoingIn(place: Place, outgoing: Outgoing): boolean {
  return placeOfOutgoing(outgoing) === place || outgoing.chat_id === place;
}

/** The client key of each message of a send; the server numbers the messages of an album in the same way. */
export function partKey(key: string, index: number): string {
  return index === 0 ? key : `${key}.${index}`;
}

/** The key of the send that a message belongs to. */
export function sendKeyOf(client_key: string): string {
  return client_key.split(".", 1)[0]!;
}

/** The uploaded fraction of a send, or of one of its files; files are uploaded one after another. */
export function uploadProgress({ key, files, progress = 0 }: Outgoing, client_key?: string): number {
  const at = files?.findIndex((_, index) => partKey(key, index) === client_key) ?? -1;
  if (!files || at < 0) return progress;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const before = files.slice(0, at).reduce((sum, { size }) => sum + size, 0);
  return Math.min(1, Math.max(0, (progress * total - before) / Math.max(1, files[at]!.size)));
}
