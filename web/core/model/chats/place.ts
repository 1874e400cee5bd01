/** Where messages are shown: in a chat as a whole, or in one of its topics. */
import type { Message } from "@heliogram/shared/wire.ts";

/** The topic that every group with topics has. Its messages do not name it. */
export const GENERAL = 1;

/** A chat, by its id, or a topic of it. */
export type Place = number | TopicPlace;

/** A topic: the ids of its chat and of the topic. */
export type TopicPlace = `${number}/${number}`;

export function topicPlace(chat_id: number, thread_id: number): TopicPlace {
  return `${chat_id}/${thread_id}`;
}

/** @param thread_id - `undefined` for the chat as a whole */
export function placeOf(chat_id: number, thread_id: number | undefined): Place {
  return thread_id === undefined ? chat_id : topicPlace(chat_id, thread_id);
}

/** The place that is the key of a record. */
export function placeOfKey(key: string): Place {
  return key.includes("/") ? (key as TopicPlace) : Number(key);
}

export function chatIdOf(place: Place): number {
  return typeof place === "number" ? place : Number(place.slice(0, place.indexOf("/")));
}

/** @returns `undefined` for a chat as a whole */
export function threadIdOf(place: Place): number | undefined {
  return typeof place === "number" ? undefined : Number(place.slice(place.indexOf("/") + 1));
}

/** The place as the parameters of a call that reads. */
export function placeParams(place: Place): { readonly chat_id: number; readonly message_thread_id?: number } {
  const message_thread_id = threadIdOf(place);
  return { chat_id: chatIdOf(place), ...(message_thread_id === undefined ? {} : { message_thread_id }) };
}

/** The place as the parameters of a call that sends: General is not named. */
export function sendingParams(place: Place): ReturnType<typeof placeParams> {
  return threadIdOf(place) === GENERAL ? { chat_id: chatIdOf(place) } : placeParams(place);
}

/** The topic of a message in a group with topics. */
export function threadOf({ message_thread_id }: Pick<Message, "message_thread_id">): number {
  return message_thread_id ?? GENERAL;
}

/** Whether a message is shown there. */
export function isIn(place: Place, message: Pick<Message, "chat" | "message_thread_id">): boolean {
  if (chatIdOf(place) !== message.chat.id) return false;
  return typeof place === "number" || threadIdOf(place) === threadOf(message);
}

/** The part of a record that is not about this chat or its topics. */
export function withoutChat<T>(record: Readonly<Record<Place, T>>, chat_id: number): Readonly<Record<Place, T>> {
  const kept = Object.entries(record).filter(([key]) => chatIdOf(placeOfKey(key)) !== chat_id);
  return kept.length === Object.keys(record).length ? record : Object.fromEntries(kept);
}
