/** The state of the assistant's conversation with a person. The service stores it, so that it survives a restart. */
import type { ApiClient } from "./api-client.ts";

/** The open prompt, which the next message of the person answers. */
export type Step =
  | { readonly kind: "name" }
  | { readonly kind: "username"; readonly name: string }
  | { readonly kind: "change"; readonly field: TextField; readonly bot_id: number };

/** A property that a message changes. */
export type TextField = "name" | "description" | "short_description" | "commands";

/** A message with a button that still copies a token. */
export interface ShownToken {
  readonly message_id: number;
  readonly username: string;
  /** When the button is removed (Unix seconds). */
  readonly until_s: number;
}

export interface ConversationState {
  /** The id of the last processed update. Updates that are delivered again after a crash are skipped. */
  readonly seen: number;
  readonly step?: Step;
  readonly tokens: readonly ShownToken[];
}

export async function loadState(api: ApiClient, user_id: number): Promise<ConversationState> {
  return parseState(await api.call<string>("getNote", { user_id }));
}

/** An empty text is the state of a new conversation. */
export function parseState(text: string): ConversationState {
  return text === "" ? { seen: 0, tokens: [] } : (JSON.parse(text) as ConversationState);
}

export async function saveState(api: ApiClient, user_id: number, note: ConversationState): Promise<void> {
  const due_at = Math.min(...note.tokens.map((token) => token.until_s));
  await api.call("setNote", {
    user_id,
    note: JSON.stringify(note),
    ...(Number.isFinite(due_at) ? { due_at } : {}),
  });
}
