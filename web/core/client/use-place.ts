/** The topic that is open: components below show and write its messages alone. */
import { createContext, use } from "react";
import { placeOf, type Place } from "../model/chats/place.ts";

/** The id of the topic; `undefined` while the chat is shown as a whole. */
export const ThreadContext = createContext<number | undefined>(undefined);

/** The chat, or its topic that is open. */
export function usePlace(chat_id: number): Place {
  return placeOf(chat_id, use(ThreadContext));
}
