/** Showing the others of a chat what somebody in it is doing. */
import { speaksAsChat } from "../domain/chats.ts";
import { requireSpeaking, type SendCall, type SpeakCall } from "./sending.ts";

/** Whoever speaks as the chat itself is not given away by what they do before they speak. @throws Refused */
export function showAction(call: SpeakCall & Pick<SendCall, "deps" | "actor">, action: string): void {
  requireSpeaking(call);
  const { deps, chat, actor, member } = call;
  if (!speaksAsChat(chat, member)) deps.presence.acting(chat.id, actor.id, action);
}
