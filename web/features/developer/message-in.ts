/** The message that a call was answered with. */

export interface MessagePlace {
  /** As the caller sees it. */
  readonly chat_id: number;
  readonly message_id: number;
  /** The bot that has sent the message, if a bot has. */
  readonly bot_id: number | undefined;
}

/** @param response - the recorded response of a call */
export function messageIn(response: unknown): MessagePlace | undefined {
  const result = member(response, "result");
  const message = Array.isArray(result) ? (result[0] as unknown) : result;
  const message_id = member(message, "message_id");
  const chat_id = member(member(message, "chat"), "id");
  if (typeof message_id !== "number" || typeof chat_id !== "number") return undefined;
  const from = member(message, "from");
  const from_id = member(from, "id");
  const isBot = member(from, "is_bot") === true && typeof from_id === "number";
  return { chat_id, message_id, bot_id: isBot ? from_id : undefined };
}

export function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
}
