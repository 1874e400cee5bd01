/** The state of the assistant's conversations, one note per person, so that a restart interrupts none. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

export interface AssistantNote {
  readonly person_id: number;
  /** Text in the assistant's own format. */
  readonly note: string;
  /** When the assistant wants to be reminded (Unix seconds), or `null`. */
  readonly due_at: number | null;
}

const NOTE = "person_id, note, due_at";

const FIND_NOTE = read<AssistantNote>("assistant_note")`select ${NOTE} from assistant_note where person_id = ?`;

export function findNote(tx: ReadTx, person_id: number): Promise<AssistantNote | undefined> {
  return tx.get(FIND_NOTE, person_id);
}

const DELETE_NOTE = write("assistant_note")`delete from assistant_note where person_id = ?`;
const SAVE_NOTE = write("assistant_note")`
  insert into assistant_note (${NOTE}) values (?, ?, ?)
  on conflict (person_id) do update set note = excluded.note, due_at = excluded.due_at`;

/** Replaces a note; an empty one is deleted. */
export async function saveNote(tx: Tx, { person_id, note, due_at }: AssistantNote): Promise<void> {
  if (note === "") await tx.run(DELETE_NOTE, person_id);
  else await tx.run(SAVE_NOTE, person_id, note, due_at);
}

const DUE_NOTES = read<AssistantNote>("assistant_note")`
  select ${NOTE} from assistant_note where due_at <= ? order by due_at, person_id limit ?`;

/** The notes that are due, the most overdue first. */
export function dueNotes(tx: ReadTx, now_s: number, limit: number): Promise<AssistantNote[]> {
  return tx.all(DUE_NOTES, now_s, limit);
}
