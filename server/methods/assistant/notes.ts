/** The assistant's notes: what it must still know of a chat after a restart. */
import { dueNotes as findDue, findNote, saveNote } from "../../store/assistant-notes.ts";
import { int, optional, text, userId } from "../fields.ts";
import { assistantMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

/** Notes that one call hands out at most. */
const MAX_DUE = 100;
/** Characters of a note. */
const MAX_NOTE = 16_384;

export const getNote = assistantMethod({
  name: "getNote",
  summary: "Reads the note about a person; empty if there is none.",
  effect: "read",
  access: { scope: "assistant" },
  fields: { user_id: userId() },
  result: schemas.String,
  codes: [400, 401],
  refusals: [],
  example: { request: { user_id: 1001 }, result: "{}" },
  run: async ({ tx }, { user_id }) => (await findNote(tx, user_id))?.note ?? "",
});

export const setNote = assistantMethod({
  name: "setNote",
  summary: "Replaces the note about a person; an empty one is none.",
  effect: "write",
  access: { scope: "assistant" },
  fields: { user_id: userId(), note: text({ max: MAX_NOTE, keepsEmpty: true }), due_at: optional(int()) },
  result: schemas.True,
  codes: [400, 401],
  refusals: [],
  example: { request: { user_id: 1001, note: "{}" }, result: true },
  async run({ tx }, { user_id, note, due_at }) {
    await saveNote(tx, { person_id: user_id, note, due_at: due_at ?? null });
    return true;
  },
});

export const dueNotes = assistantMethod({
  name: "dueNotes",
  summary: "Lists the notes whose time has come.",
  effect: "read",
  access: { scope: "assistant" },
  fields: {},
  result: { type: "array", items: { type: "object" } },
  codes: [401],
  refusals: [],
  example: { request: {}, result: [] },
  run: async ({ tx, now }) =>
    (await findDue(tx, now, MAX_DUE)).map(({ person_id, note }) => ({ user_id: person_id, note })),
});
