/** What the player plays: a message with a sound, and which one comes after it. */
import type { Message } from "@heliogram/shared/wire.ts";

export interface Playable {
  readonly message: Message;
  readonly kind: "voice" | "audio";
  /** Where its sound is fetched. */
  readonly source: string;
}

export const RATES = [1, 1.5, 2] as const;

/** The speed after this one; after the last, the first again. */
export function nextRate(rate: number): number {
  return RATES.find((each) => each > rate) ?? RATES[0];
}

export function isSame(a: Message, b: Message): boolean {
  return a.chat.id === b.chat.id && a.message_id === b.message_id;
}

/** The nearest message of the same kind after (or before) one, among those that are held. */
export function neighbourOf(
  { message, kind }: Playable,
  messages: readonly Message[],
  step: 1 | -1,
): Message | undefined {
  const beyond = (each: Message) => (each.message_id - message.message_id) * step > 0 && each[kind] !== undefined;
  return step > 0 ? messages.find(beyond) : messages.findLast(beyond);
}

/** Seconds it lasts. Recordings of browsers do not say; then the message does. */
export function durationOf({ message, kind }: Playable, measured: number): number {
  return Number.isFinite(measured) && measured > 0 ? measured : (message[kind]?.duration ?? 0);
}
