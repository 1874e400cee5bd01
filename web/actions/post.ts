/** The one request that sends a message. */
import type { Message, MessageEntity } from "@heliogram/shared/wire.ts";
import type { Api } from "../api/call.ts";
import type { CallOptions } from "../api/types.ts";
import type { Outgoing, PickedFile } from "../model/outgoing.ts";

/** @throws what the call throws */
export async function post(
  api: Api,
  outgoing: Outgoing,
  blob: Blob | undefined,
  around: Pick<CallOptions, "signal" | "onProgress">,
): Promise<Message> {
  const { chat_id, key, text, file, reply_to, silent } = outgoing;
  const entities = [...(outgoing.entities ?? [])];
  const options = { ...around, key };
  const how = {
    ...(reply_to ? { reply_parameters: { message_id: reply_to.message_id, allow_sending_without_reply: true } } : {}),
    ...(silent ? { disable_notification: true } : {}),
  };
  if (!file) return api.call("sendMessage", { chat_id, text, entities, ...how }, options);
  // A file that this visit no longer has cannot be sent; the outbox keeps none of those.
  const named = new File([blob ?? ""], file.name, { type: file.mime_type });
  const common = { chat_id, ...(text === "" ? {} : { caption: text, caption_entities: entities }), ...how };
  return postFile(api, file, named, common, options);
}

interface Common {
  readonly chat_id: number;
  readonly caption?: string;
  readonly caption_entities?: MessageEntity[];
  readonly disable_notification?: boolean;
}

function postFile(api: Api, file: PickedFile, blob: Blob, common: Common, options: CallOptions): Promise<Message> {
  const lasting = file.duration === undefined ? {} : { duration: Math.round(file.duration) };
  switch (file.kind) {
    case "photo":
      return api.call("sendPhoto", { ...common, photo: blob }, options);
    case "video":
      return api.call("sendVideo", { ...common, video: blob, ...lasting, ...pixelsOf(file) }, options);
    case "audio":
      return api.call("sendAudio", { ...common, audio: blob, ...lasting }, options);
    case "voice":
      return api.call("sendVoice", { ...common, voice: blob, ...lasting }, options);
    case "document":
      return api.call("sendDocument", { ...common, document: blob }, options);
  }
}

function pixelsOf({ width, height }: PickedFile): { readonly width?: number; readonly height?: number } {
  return width === undefined || height === undefined ? {} : { width, height };
}
