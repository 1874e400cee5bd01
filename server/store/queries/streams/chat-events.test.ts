/** Which events of a chat its readers get for any rows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { gatherReactions, isEdit, withNewestEdits, type ChatEventRow } from "./chat-events.ts";
import type { EventRow } from "./streams.ts";

const kind = fc.constantFrom("edit", "edit", "edit", "reactions", "reactions", "message", "delete");
const rows: fc.Arbitrary<EventRow[]> = fc
  .array(fc.record({ kind, ref: fc.integer({ min: 1, max: 4 }), body: fc.constantFrom("", "", "", "{}") }), {
    maxLength: 60,
  })
  .map((events) => events.map((event, i) => ({ ...event, seq: i + 1, at: 0 })));

const isNewestEdit = (all: readonly EventRow[], row: EventRow): boolean =>
  !all.some((later) => later.seq > row.seq && isEdit(later) && later.ref === row.ref);

test("of the edits of a message the last one is left, and everything else is as it was", () => {
  fc.assert(
    fc.property(rows, (all) => {
      const wanted = all.filter((row) => !isEdit(row) || isNewestEdit(all, row));
      expect(withNewestEdits(all).map(({ run: _run, ...row }: ChatEventRow) => row)).toEqual(wanted);
    }),
  );
});

test("what is shown stands for all events, in their order, also with reactions", () => {
  fc.assert(
    fc.property(rows, (all) => {
      let seq = 0;
      for (const event of gatherReactions(withNewestEdits(all))) {
        expect(event.seq - (event.run ?? 1)).toBe(seq);
        seq = event.seq;
      }
      // The last event is never left out.
      expect(seq).toBe(all.length);
    }),
  );
});

test("rows without a second edit of a message are not copied", () => {
  const all = ["message", "edit", "delete"].map((each, i) => ({ kind: each, ref: 1, body: "", seq: i + 1, at: 0 }));
  expect(withNewestEdits(all)).toBe(all);
});
