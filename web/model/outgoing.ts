/** Messages on their way out: shown at once, and numbered by the service later. */
import type { Message, MessageEntity, User } from "@heliogram/shared/wire.ts";

/** The kinds of file that a person can pick. */
export type PickedKind = "photo" | "video" | "audio" | "document" | "voice";

/** What is shown of a file before the service has it. */
export interface PickedFile {
  readonly kind: PickedKind;
  readonly name: string;
  readonly size: number;
  readonly mime_type: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  /** A `blob:` address of the file itself. */
  readonly address: string;
}

export interface Outgoing {
  /** Its name for as long as it lives: the key of its row and of the request that sends it. */
  readonly key: string;
  readonly chat_id: number;
  readonly at_ms: number;
  readonly text: string;
  readonly entities?: readonly MessageEntity[];
  readonly reply_to?: Message;
  /** Whether nobody is to be notified of it. */
  readonly silent?: boolean;
  readonly file?: PickedFile;
  /** `waiting` for its turn, for the line, or for its answer; `failed` until the person decides. */
  readonly state: "waiting" | "failed";
  /** The share of its file that has arrived, 0 to 1. */
  readonly progress?: number;
  /** Why it failed. */
  readonly error?: string;
}

/** As it will look once it has arrived. */
export function asMessage(outgoing: Outgoing, me: User): Message {
  const { file, text, reply_to } = outgoing;
  const entities = outgoing.entities ? [...outgoing.entities] : [];
  return {
    message_id: 0,
    from: me,
    chat: { id: outgoing.chat_id, type: "private" },
    date: Math.floor(outgoing.at_ms / 1000),
    client_key: outgoing.key,
    ...(reply_to ? { reply_to_message: reply_to } : {}),
    ...(file
      ? { ...fileField(file), ...(text === "" ? {} : { caption: text, caption_entities: entities }) }
      : { text, entities }),
  };
}

function fileField({ kind, name, size, mime_type, width = 0, height = 0, duration = 0 }: PickedFile): Partial<Message> {
  const ids = { file_id: "", file_unique_id: "", file_size: size };
  if (kind === "photo") return { photo: [{ ...ids, width, height }] };
  return { [kind]: { ...ids, file_name: name, mime_type, ...(kind === "video" ? { width, height } : {}), duration } };
}
