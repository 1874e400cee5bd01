/** What the assistant remembers of its chats: one note for each person, so that a restart interrupts no conversation. */
import type { ReadTx, Tx } from "./db.ts";

export interface AssistantNote {
  readonly person_id: number;
  /** The assistant's own text. */
  readonly note: string;
  /** When the assistant wants to look at it by itself (Unix seconds), or `null`. */
  readonly due_at: number | null;
}

const NOTE = "person_id, note, due_at";

export function findNote(tx: ReadTx, person_id: number): Promise<AssistantNote | undefined> {
  return tx.get<AssistantNote>(`select ${NOTE} from assistant_note where person_id = ?`, person_id);
}

/** Replaces a note; an empty one is none. */
export async function saveNote(tx: Tx, { person_id, note, due_at }: AssistantNote): Promise<void> {
  await tx.run("delete from assistant_note where person_id = ?", person_id);
  if (note === "") return;
  await tx.run(`insert into assistant_note (${NOTE}) values (?, ?, ?)`, person_id, note, due_at);
}

/** The notes whose time has come, the most overdue first. */
export function dueNotes(tx: ReadTx, now_s: number, limit: number): Promise<AssistantNote[]> {
  return tx.all<AssistantNote>(
    `select ${NOTE} from assistant_note where due_at <= ? order by due_at, person_id limit ?`,
    now_s,
    limit,
  );
}
