/** What may be sent to a chat: the answers of the server's rights module, by kind of message. */
import { SENDING_ABILITY, type SendingAbility, type SentKind } from "@heliogram/shared/files.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { kindOf } from "../messages/content.ts";

export type { SentKind };

/** For each ability the name of the refusal, or `null` if allowed; `undefined` if the person is not a member. */
export type SendingRefusals<R extends string> =
  | Readonly<Record<SendingAbility | "edit_messages", R | null>>
  | undefined;

/** The kinds of files that can be picked. */
export const FILE_KINDS = ["photo", "video", "animation", "audio", "document"] as const;

const KINDS = ["text", ...FILE_KINDS, "voice"] as const satisfies readonly SentKind[];

export function refusalToSend<R extends string>(can: SendingRefusals<R>, kind: SentKind): R | null {
  return can?.[SENDING_ABILITY[kind]] ?? null;
}

/** Whether this client can send anything to the chat. */
export function canSendAnything(can: SendingRefusals<string>): boolean {
  return KINDS.some((kind) => refusalToSend(can, kind) === null);
}

/** The chat with a reason why nothing can be sent there, or as it is for `null`. Reasons that it has already stay. */
export function withRefusal<C extends { readonly can?: Readonly<Record<string, string | null>> | undefined }>(
  chat: C,
  refusal: string | null,
): C {
  if (refusal === null || !chat.can) return chat;
  const can = Object.entries(chat.can).map(([name, reason]) => [
    name,
    name.startsWith("send_") ? (reason ?? refusal) : reason,
  ]);
  return { ...chat, can: Object.fromEntries(can) as C["can"] };
}

/** Why the person could not send such a message themselves, for instance when forwarding it. */
export function refusalToResend<R extends string>(can: SendingRefusals<R>, message: Message): R | null {
  const kind = kindOf(message);
  return kind in SENDING_ABILITY ? refusalToSend(can, kind as SentKind) : null;
}

/** A person who may not send such a message may not edit it either, except for editors of a channel's posts. */
export function refusalToEdit<R extends string>(
  { chat, can }: { readonly chat: { readonly type: string }; readonly can?: SendingRefusals<R> },
  message: Message,
): R | null {
  return chat.type === "channel" && can?.edit_messages === null ? null : refusalToResend(can, message);
}
