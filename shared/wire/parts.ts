/** Parts that several objects have. */
import { int, note, oneOf, type Schema } from "./schema.ts";

export const PEOPLE_ONLY = "In the user API only.";

/** The name of a refusal, or null if the action is allowed. */
export const reason: Schema<string | null> = { type: ["string", "null"] };

/** The types of chats that have members. */
export const groupOrChannel = oneOf(["supergroup", "channel"]);

/** A time by the clock of the service. */
export const ms = note(int, "Milliseconds of Unix time, by the clock of the service.");
