/** What the assistant remembers of its chat with a person, kept by the service so that a restart loses nothing. */
import type { Line } from "./line.ts";

/** The prompt that waits for the person's next message. */
export type Step =
  | { readonly kind: "name" }
  | { readonly kind: "username"; readonly name: string }
  | { readonly kind: "change"; readonly field: TextField; readonly bot_id: number };

/** What is changed by a message. */
export type TextField = "name" | "description" | "commands";

/** A message that still offers a token. */
export interface ShownToken {
  readonly message_id: number;
  readonly username: string;
  /** When it is hidden by itself (Unix seconds). */
  readonly until_s: number;
}

export interface Note {
  /** The newest update that was carried out: what comes a second time after a crash is passed over. */
  readonly seen: number;
  readonly step?: Step;
  readonly tokens: readonly ShownToken[];
}

export async function loadNote(line: Line, user_id: number): Promise<Note> {
  return readNote(await line.call<string>("getNote", { user_id }));
}

/** An empty text is the note about somebody new. */
export function readNote(text: string): Note {
  return text === "" ? { seen: 0, tokens: [] } : (JSON.parse(text) as Note);
}

export async function saveNote(line: Line, user_id: number, note: Note): Promise<void> {
  const due_at = Math.min(...note.tokens.map((token) => token.until_s));
  await line.call("setNote", {
    user_id,
    note: JSON.stringify(note),
    ...(Number.isFinite(due_at) ? { due_at } : {}),
  });
}
