/** What may be said in a chat, and what not: the answers of the service's rights module, by kind of message. */
import { SENDING_ABILITY, type SendingAbility, type SentKind } from "@heliogram/shared/sending.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import { kindOf } from "./content.ts";

export type { SentKind };

/** For every ability the refusal's name, or `null` where nothing is in the way; nothing where the person is no member. */
export type Can<R extends string> = Readonly<Record<SendingAbility | "edit_messages", R | null>> | undefined;

/** The kinds of file that a person picks. */
export const FILE_KINDS = ["photo", "video", "animation", "audio", "document"] as const;

const KINDS = ["text", ...FILE_KINDS, "voice"] as const satisfies readonly SentKind[];

export function refusalToSend<R extends string>(can: Can<R>, kind: SentKind): R | null {
  return can?.[SENDING_ABILITY[kind]] ?? null;
}

/** Whether there is anything that this client can send here. */
export function maySpeak(can: Can<string>): boolean {
  return KINDS.some((kind) => refusalToSend(can, kind) === null);
}

/** Why such a message cannot be said by the person themselves, as in forwarding it. */
export function refusalToSay<R extends string>(can: Can<R>, message: Message): R | null {
  const kind = kindOf(message);
  return kind in SENDING_ABILITY ? refusalToSend(can, kind as SentKind) : null;
}

/** Who may not say such a thing any more does not change it either, but for those who edit a channel's posts. */
export function refusalToEdit<R extends string>(
  { chat, can }: { readonly chat: { readonly type: string }; readonly can?: Can<R> },
  message: Message,
): R | null {
  return chat.type === "channel" && can?.edit_messages === null ? null : refusalToSay(can, message);
}
