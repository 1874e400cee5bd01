/** A message as a reply in another chat shows it (behaviour.md §4, Replies from elsewhere). */
import { SENDING_ABILITY, type SentKind } from "@heliogram/shared/files.ts";
import type { ExternalReplyInfo, Message } from "@heliogram/shared/wire.ts";

const CONTENTS = (Object.keys(SENDING_ABILITY) as SentKind[]).filter((kind) => kind !== "text");

export function externalReply(message: Message): ExternalReplyInfo {
  const { chat, message_id, has_media_spoiler } = message;
  const contents = CONTENTS.flatMap((kind) => (message[kind] === undefined ? [] : [[kind, message[kind]] as const]));
  return {
    origin: originOf(message),
    ...(chat.type === "private" ? {} : { chat, message_id }),
    ...(has_media_spoiler ? { has_media_spoiler } : {}),
    ...Object.fromEntries(contents),
  };
}

/** A forwarded message keeps its origin. */
function originOf({ forward_origin, sender_chat, from, date, message_id }: Message): ExternalReplyInfo["origin"] {
  if (forward_origin) return forward_origin;
  if (sender_chat?.type === "channel") return { type: "channel", date, chat: sender_chat, message_id };
  if (sender_chat) return { type: "chat", date, sender_chat };
  return { type: "user", date, ...(from ? { sender_user: from } : {}) };
}
