/** The session of a call as the one that shows a code to another device. */
import { described, text } from "../engine/fields.ts";
import type { Person } from "../engine/method.ts";

export function showingSession({ id, is_owner, session_id }: Person): Pick<Person, "id" | "is_owner" | "session_id"> {
  return { id, is_owner, session_id };
}

/** Names the device that the person has seen, so that no answer is for another one. */
export const deviceNumberField = () => described(text({ max: 8 }), "The number of the device, from getDeviceCode.");
