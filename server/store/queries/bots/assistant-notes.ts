/** The state of the assistant's conversations, one note per person, so that a restart interrupts none. */
import type { ReadTx, Tx } from "../../db.ts";

export interface AssistantNote {
  readonly person_id: number;
  /** Text in the assistant's own format. */
  readonly note: string;
  /** When the assistant wants to be reminded (Unix seconds), or `null`. */
  readonly due_at: number | null;
}

const NOTE = "person_id, note, due_at";

export function findNote(tx: ReadTx, person_id: number): Promise<AssistantNote | undefined> {
  return tx.get<AssistantNote>(`select ${NOTE} from assistant_note where person_id = ?`, person_id);
}

/** Replaces a note; an empty one is deleted. */
export async function saveNote(tx: Tx, { person_id, note, due_at }: AssistantNote): Promise<void> {
  if (note === "") await tx.run("delete from assistant_note where person_id = ?", person_id);
  else
    await tx.run(
      `insert into assistant_note (${NOTE}) values (?, ?, ?)
       on conflict (person_id) do update set note = excluded.note, due_at = excluded.due_at`,
      person_id,
      note,
      due_at,
    );
}

/** The notes that are due, the most overdue first. */
export function dueNotes(tx: ReadTx, now_s: number, limit: number): Promise<AssistantNote[]> {
  return tx.all<AssistantNote>(
    `select ${NOTE} from assistant_note where due_at <= ? order by due_at, person_id limit ?`,
    now_s,
    limit,
  );
}
