/** Messages on their way out: shown at once, and numbered by the service later. */
import type { FileObject, Message, MessageEntity, User } from "@heliogram/shared/wire.ts";
import { answeringOf, type Answering, type Quote } from "./quote.ts";

/** The kinds of file that a person can pick. */
export type PickedKind = "photo" | "video" | "animation" | "audio" | "document" | "voice";

/** What is shown of a file before the service has it. */
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
  /** A `blob:` address of the file itself. */
  readonly address: string;
}

export type PickedFiles = readonly [PickedFile, ...PickedFile[]];

export interface Outgoing extends Answering {
  /** Its name for as long as it lives: the key of its row and of the request that sends it. */
  readonly key: string;
  readonly chat_id: number;
  readonly at_ms: number;
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  /** Whether nobody is to be notified of it. */
  readonly silent?: boolean;
  /** Several are sent as one album. */
  readonly files?: PickedFiles;
  /** `waiting` for its turn, for the line, or for its answer; else until the person decides. */
  readonly state: "waiting" | "failed";
  /** The share of its files that has arrived, 0 to 1. */
  readonly progress?: number;
  /** Why it failed; `cancelled` is the person's own doing, `too_big` the service's limit. */
  readonly error?: string;
  /** The name of the service's refusal, where it has one. */
  readonly reason?: string;
  readonly fault?: "cancelled" | "too_big" | "refused";
}

/** What each message of a send is called: the service numbers an album's in the same way. */
export function partKey(key: string, index: number): string {
  return index === 0 ? key : `${key}.${index}`;
}

/** The send that a message came of. */
export function sendKeyOf(client_key: string): string {
  return client_key.split(".", 1)[0]!;
}

/** As they will look once they have arrived. */
export function asMessages(outgoing: Outgoing, me: User): Message[] {
  const { files = [undefined], key } = outgoing;
  const group = files.length > 1 ? { media_group_id: key } : {};
  return files.map((file, index) => ({
    message_id: 0,
    from: me,
    chat: { id: outgoing.chat_id, type: "private" },
    date: Math.floor(outgoing.at_ms / 1000),
    client_key: partKey(key, index),
    ...group,
    ...(index === 0 ? firstOf(outgoing) : {}),
    ...(file ? fileField(file) : {}),
  }));
}

/** An album's words and what it answers stand with its first message. */
function firstOf(outgoing: Outgoing): Partial<Message> {
  const { files, text, entities } = outgoing;
  const { reply_to, quote } = answeringOf(outgoing);
  const reply = { ...(reply_to ? { reply_to_message: reply_to } : {}), ...(quote ? { quote: shownQuote(quote) } : {}) };
  const shown = [...(entities ?? [])];
  if (!files) return { ...reply, text, ...(entities ? { entities: shown } : {}) };
  return { ...reply, ...(text === "" ? {} : { caption: text, ...(entities ? { caption_entities: shown } : {}) }) };
}

function shownQuote({ entities, ...quote }: Quote): NonNullable<Message["quote"]> {
  return entities ? { ...quote, entities: [...entities] } : quote;
}

function fileField(picked: PickedFile): Partial<Message> {
  const { kind, name, size, mime_type, width = 0, height = 0, duration = 0, waveform } = picked;
  const ids = { file_id: "", file_unique_id: "", file_size: size };
  if (kind === "photo") return { photo: [{ ...ids, width, height }] };
  const flat = kind === "video" || kind === "animation" ? { width, height } : {};
  const peaks = waveform ? { waveform: [...waveform] } : {};
  const file: FileObject = { ...ids, file_name: name, mime_type, duration, ...flat, ...peaks };
  return { [kind]: file };
}

/** The share of a send that has arrived, or of one of its files: they travel one after another. */
export function shareOf({ key, files, progress = 0 }: Outgoing, client_key?: string): number {
  const at = files?.findIndex((_, index) => partKey(key, index) === client_key) ?? -1;
  if (!files || at < 0) return progress;
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const before = files.slice(0, at).reduce((sum, { size }) => sum + size, 0);
  return Math.min(1, Math.max(0, (progress * total - before) / Math.max(1, files[at]!.size)));
}
