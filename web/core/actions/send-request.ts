/** Builds the API call that sends a message or an album. */
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";
import type { Api } from "../api/api.ts";
import type { CallOptions } from "../api/types.ts";
import { placeOf, sendingParams } from "../model/chats/place.ts";
import { replyOptions } from "../model/messages/quote.ts";
import type { Outgoing, PickedFile } from "../model/messages/outgoing.ts";

/** The bytes of a picked file, and its thumbnail. */
export interface FileBytes {
  readonly blob: Blob;
  readonly poster?: Blob;
}

/** @throws what the call throws */
export async function sendOutgoing(
  api: Api,
  outgoing: Outgoing,
  bytes: readonly FileBytes[],
  requestOptions: Pick<CallOptions, "signal" | "onProgress">,
): Promise<readonly Message[]> {
  const { key, text, files } = outgoing;
  const entities = [...(outgoing.entities ?? [])];
  const options = { ...requestOptions, key };
  const options_of_message = sendOptions(outgoing);
  if (outgoing.rich_source !== undefined) {
    const rich_message = { markdown: outgoing.rich_source };
    return [await api.call("sendRichMessage", { rich_message, ...options_of_message }, options)];
  }
  if (!files) {
    const preview = outgoing.no_preview ? { link_preview_options: { is_disabled: true } } : {};
    const message = { text, entities, ...preview, ...options_of_message };
    return [await api.call("sendMessage", message, options)];
  }
  if (files.length > 1) return sendAlbum(api, outgoing, bytes, options);
  const common = { ...captionOf(outgoing), ...options_of_message };
  const [file] = files;
  return [await sendFile(api, file, { file: toFile(file, bytes[0]), ...thumbnailOf(bytes[0]) }, common, options)];
}

/** The outbox drops messages whose files are not available, so the empty fallback is never sent. */
function toFile({ name, mime_type }: PickedFile, bytes: FileBytes | undefined): File {
  return new File([bytes?.blob ?? ""], name, { type: mime_type });
}

function thumbnailOf(bytes: FileBytes | undefined): { readonly thumbnail?: Blob } {
  return bytes?.poster ? { thumbnail: bytes.poster } : {};
}

interface Common {
  readonly chat_id: number;
  readonly caption?: string;
  readonly caption_entities?: MessageEntity[];
  readonly disable_notification?: boolean;
}

interface Parts {
  readonly file: Blob;
  readonly thumbnail?: Blob;
}

function sendFile(api: Api, picked: PickedFile, parts: Parts, common: Common, options: CallOptions): Promise<Message> {
  const { file, ...thumbnail } = parts;
  const duration = durationOf(picked);
  switch (picked.kind) {
    case "photo":
      return api.call("sendPhoto", { ...common, photo: file }, options);
    case "video":
      return api.call("sendVideo", { ...common, video: file, ...duration, ...sizeOf(picked), ...thumbnail }, options);
    case "animation":
      return api.call("sendAnimation", { ...common, animation: file, ...sizeOf(picked), ...thumbnail }, options);
    case "audio":
      return api.call("sendAudio", { ...common, audio: file, ...duration }, options);
    case "voice":
      return api.call("sendVoice", { ...common, voice: file, ...duration, ...peaksOf(picked) }, options);
    case "document":
      return api.call("sendDocument", { ...common, document: file }, options);
  }
}

function sendAlbum(
  api: Api,
  outgoing: Outgoing,
  bytes: readonly FileBytes[],
  options: CallOptions,
): Promise<readonly Message[]> {
  const { files } = outgoing;
  const parts: Record<string, Blob> = {};
  const media = files!.map((picked, i) => {
    parts[`file${i}`] = toFile(picked, bytes[i]);
    const poster = bytes[i]?.poster;
    if (poster) parts[`thumbnail${i}`] = poster;
    return {
      type: picked.kind as "photo" | "video" | "audio" | "document",
      media: `attach://file${i}`,
      ...(i === 0 ? captionOf(outgoing) : {}),
      ...(picked.kind === "video" ? sizeOf(picked) : {}),
      ...(picked.kind === "photo" || picked.kind === "document" ? {} : durationOf(picked)),
      ...(poster ? { thumbnail: `attach://thumbnail${i}` } : {}),
    };
  });
  const params = { media, ...sendOptions(outgoing) };
  return api.call("sendMediaGroup", Object.assign(params, parts), options);
}

function captionOf({ text, entities = [] }: Outgoing): Pick<Common, "caption" | "caption_entities"> {
  return text === "" ? {} : { caption: text, caption_entities: [...entities] };
}

/** The chat and topic, the reply parameters with the quote, and whether the message is silent. */
function sendOptions(outgoing: Outgoing) {
  const { chat_id, message_thread_id, silent } = outgoing;
  return {
    ...sendingParams(placeOf(chat_id, message_thread_id)),
    ...replyOptions(chat_id, outgoing),
    ...(silent ? { disable_notification: true } : {}),
  };
}

function durationOf({ duration }: PickedFile): { readonly duration?: number } {
  return duration === undefined ? {} : { duration: Math.round(duration) };
}

function sizeOf({ width, height }: PickedFile): { readonly width?: number; readonly height?: number } {
  return width === undefined || height === undefined ? {} : { width, height };
}

function peaksOf({ waveform }: PickedFile): { readonly waveform?: number[] } {
  return waveform ? { waveform: [...waveform] } : {};
}
