/** The window's counts are right, or undefined. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MessageSender } from "../../store/queries/members/unread-window.ts";
import { UnreadWindow } from "./unread-window.ts";

/** The messages that the first read takes. */
const KEPT = 1500;
const MOST = 1000;

const change = fc.oneof(
  fc.record({ kind: fc.constant("say" as const), count: fc.integer({ min: 1, max: 900 }), sender_id: fc.nat(4) }),
  fc.record({ kind: fc.constant("delete" as const), count: fc.integer({ min: 1, max: 60 }), sender_id: fc.nat(4) }),
);

test("for any history, person and pointer", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3000 }), fc.array(change, { maxLength: 12 }), (there, changes) => {
      const said = (from: number, count: number, sender_id?: number): MessageSender[] =>
        Array.from({ length: count }, (_, n) => ({ message_id: from + n, sender_id: sender_id ?? (from + n) % 5 }));
      let all = said(1, there);
      let head = there;
      const window = new UnreadWindow(-1);
      window.take({ anew: all.slice(-KEPT) }, []);
      for (const { kind, count, sender_id } of changes) {
        if (kind === "say") {
          const more = said(head + 1, count, sender_id);
          all.push(...more);
          head += count;
          window.take({ more }, []);
        } else {
          const deleted = all.filter(({ message_id }) => message_id % 7 === sender_id).slice(-count);
          all = all.filter((each) => !deleted.includes(each));
          window.take(
            { more: [] },
            deleted.map(({ message_id }) => message_id),
          );
        }
        for (const after of [0, head - 1200, head - 300, head - 1, head].filter((each) => each >= 0)) {
          for (let person_id = 0; person_id < 5; person_id++) {
            const others = all.filter((each) => each.message_id > after && each.sender_id !== person_id);
            const counted = window.count(person_id, after);
            const isNear = after >= (all.at(-MOST)?.message_id ?? 0) && after >= there - KEPT;
            const right = Math.min(MOST, others.length);
            expect(isNear ? [right] : [right, undefined]).toContain(counted);
          }
        }
      }
    }),
    { numRuns: 100 },
  );
});
