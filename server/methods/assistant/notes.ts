/** The assistant's notes: its state of each conversation, which must survive a restart. */
import { keepNote } from "../../app/bots/assistant-account.ts";
import { dueNotes as findDue, findNote } from "../../store/queries/bots/assistant-notes.ts";
import { int, optional, text, userId } from "../engine/fields.ts";
import { assistantMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

/** The largest number of notes that one call returns. */
const MAX_DUE = 100;
/** The largest length of a note, in characters. */
const MAX_NOTE = 16_384;

export const getNote = assistantMethod({
  name: "getNote",
  summary: "Returns the note about a person; empty if there is none.",
  effect: "read",
  access: { scope: "assistant" },
  fields: { user_id: userId() },
  result: schemas.String,
  example: { request: { user_id: 1001 }, result: "{}" },
  run: async ({ tx }, { user_id }) => (await findNote(tx, user_id))?.note ?? "",
});

export const setNote = assistantMethod({
  name: "setNote",
  summary: "Replaces the note about a person; an empty one deletes it.",
  effect: "write",
  access: { scope: "assistant" },
  fields: { user_id: userId(), note: text({ max: MAX_NOTE, keepsEmpty: true }), due_at: optional(int()) },
  example: { request: { user_id: 1001, note: "{}" }, result: true },
  async run({ tx }, { user_id, note, due_at }) {
    await keepNote(tx, { person_id: user_id, note, due_at: due_at ?? null });
    return true;
  },
});

export const dueNotes = assistantMethod({
  name: "dueNotes",
  summary: "Lists the notes that are due.",
  effect: "read",
  access: { scope: "assistant" },
  fields: {},
  result: { type: "array", items: { type: "object" } },
  example: { request: {}, result: [] },
  run: async ({ tx, now }) =>
    (await findDue(tx, now, MAX_DUE)).map(({ person_id, note }) => ({ user_id: person_id, note })),
});
