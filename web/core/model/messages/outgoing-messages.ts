/**
 * Outgoing messages as the messages that are shown. Apart from `outgoing.ts`, because the detection of links is not needed
 * to show the list of chats.
 */
import { detectedAmong } from "@heliogram/shared/text/detected-among.ts";
import type { FileObject, Message, User } from "@heliogram/shared/wire.ts";
import { partKey, type Outgoing, type PickedFile } from "./outgoing.ts";
import { externalReply } from "./external-reply.ts";
import { isReplyElsewhere, replyTarget, type Quote } from "./quote.ts";

/** The messages as they will look after delivery. */
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
    ...(index === 0 ? firstMessageFields(outgoing) : {}),
    ...(file ? fileField(file) : {}),
  }));
}

/** The caption and the reply of an album belong to its first message. */
function firstMessageFields(outgoing: Outgoing): Partial<Message> {
  const { files, text, entities = [] } = outgoing;
  const { reply_to, quote } = replyTarget(outgoing);
  const answered = isReplyElsewhere(outgoing.chat_id, outgoing)
    ? { external_reply: externalReply(reply_to!) }
    : { ...(reply_to ? { reply_to_message: reply_to } : {}) };
  const reply = { ...answered, ...(quote ? { quote: shownQuote(quote) } : {}) };
  // The server finds the same links and mentions.
  const shown = [...entities, ...detectedAmong(text, entities)];
  if (!files) return { ...reply, text, ...(shown.length > 0 ? { entities: shown } : {}) };
  return {
    ...reply,
    ...(text === "" ? {} : { caption: text, ...(shown.length > 0 ? { caption_entities: shown } : {}) }),
  };
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
