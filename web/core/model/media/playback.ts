/** What the player plays: a message with audio, and which message comes next. */
import type { Message } from "@heliogram/shared/wire.ts";

export interface Playable {
  readonly message: Message;
  readonly kind: "voice" | "audio";
  /** The URL of the audio. */
  readonly source: string;
}

export const RATES = [1, 1.5, 2] as const;

/** The next playback rate; the first follows the last. */
export function nextRate(rate: number): number {
  return RATES.find((each) => each > rate) ?? RATES[0];
}

export function isSameMessage(a: Message, b: Message): boolean {
  return a.chat.id === b.chat.id && a.message_id === b.message_id;
}

/** The nearest loaded message of the same kind after (or before) a message. */
export function nextPlayable(
  { message, kind }: Playable,
  messages: readonly Message[],
  step: 1 | -1,
): Message | undefined {
  const beyond = (each: Message) => (each.message_id - message.message_id) * step > 0 && each[kind] !== undefined;
  return step > 0 ? messages.find(beyond) : messages.findLast(beyond);
}

/** The duration in seconds. Browser recordings may lack it; then the message's duration is used. */
export function durationOf({ message, kind }: Playable, measured: number): number {
  return Number.isFinite(measured) && measured > 0 ? measured : (message[kind]?.duration ?? 0);
}
