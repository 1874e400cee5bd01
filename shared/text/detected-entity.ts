/** What is found in plain text. */

/** The types of entities that are found in a text. Nobody marks them. */
export const DETECTED_TYPES = ["mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number"] as const;

/** A range of a text, in UTF-16 units. */
export interface DetectedEntity {
  readonly type: (typeof DETECTED_TYPES)[number];
  readonly offset: number;
  readonly length: number;
}
