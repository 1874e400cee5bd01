/** Streamed drafts on the bus: cut into pieces and put together, replaced while they wait, bounded. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DraftChange } from "../../domain/streamed-draft.ts";
import { DraftAssembler, DraftQueue, isDraftPiece, type DraftPiece } from "./draft-pieces.ts";

function sent(bot_id: number, text: string): DraftChange {
  const content = { draft_id: 1, text, entities: [], can_stop: false, keep_on_stop: false };
  return { chat_id: -5, bot_id, thread_id: 0, kind: "sent", sent_ms: 1, content };
}

/** All pieces, as they are after the way over the bus. */
function takeAll(queue: DraftQueue, room_bytes: number): DraftPiece[] {
  const pieces: DraftPiece[] = [];
  while (!queue.isEmpty) {
    const some = queue.take(room_bytes);
    expect(some.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(JSON.stringify(some))).toBeLessThanOrEqual(room_bytes + 1);
    pieces.push(...(JSON.parse(JSON.stringify(some)) as DraftPiece[]));
  }
  return pieces;
}

function assemble(pieces: readonly DraftPiece[]): DraftChange[] {
  const assembler = new DraftAssembler();
  return pieces.flatMap((piece) => (isDraftPiece(piece) ? (assembler.add(piece) ?? []) : []));
}

test("any texts are put together from pieces of any size", () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ unit: "grapheme", maxLength: 400 }));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), fc.integer({ min: 110, max: 3000 }), (texts, room_bytes) => {
      const queue = new DraftQueue();
      const changes = texts.map((each, i) => sent(i, each));
      for (const change of changes) queue.add(change);
      expect(assemble(takeAll(queue, room_bytes))).toEqual(changes);
    }),
    { numRuns: 20 },
  );
});

test("a newer change replaces one that waits, and what is being sent is finished", () => {
  const queue = new DraftQueue();
  queue.add(sent(1, "a".repeat(300)));
  queue.add(sent(2, "other"));
  const pieces = queue.take(200);
  for (let n = 0; n < 50; n++) queue.add(sent(1, `newer ${n}`));
  pieces.push(...takeAll(queue, 200));
  const texts = assemble(pieces).map((change) => (change.kind === "sent" ? change.content.text : change.kind));
  expect(texts).toEqual(["a".repeat(300), "other", "newer 49"]);
});

test("a change with a missing piece is dropped, and the next one is not", () => {
  const queue = new DraftQueue();
  queue.add(sent(1, "x".repeat(500)));
  queue.add(sent(2, "next"));
  const pieces = takeAll(queue, 200);
  const lost = pieces.filter(([number, index]) => number !== 1 || index !== 1);
  expect(assemble(lost)).toEqual([sent(2, "next")]);
});

test("at most a thousand drafts wait", () => {
  const queue = new DraftQueue();
  for (let bot_id = 1; bot_id <= 1500; bot_id++) queue.add(sent(bot_id, "x"));
  queue.add(sent(1, "newest"));
  const changes = assemble(takeAll(queue, 8000));
  expect([changes.length, changes[0]]).toEqual([1000, sent(1, "newest")]);
});

test.each([
  [[1, 0, 1, "{}"]],
  [[1, 0, 1, "null"]],
  [[1, 0, 1, "no JSON"]],
  [[1, 0, 1, JSON.stringify({ chat_id: -5, bot_id: 7, thread_id: 0, kind: "sent", sent_ms: 1, content: {} })]],
  [[1, 0, 1, JSON.stringify({ chat_id: "-5", bot_id: 7, thread_id: 0, kind: "ended", ended_ms: 1 })]],
  [[1, 0, 1]],
  ["text"],
  [[1, -1, 1, "x"]],
])("%j is no change", (piece) => {
  expect(assemble([piece as unknown as DraftPiece])).toEqual([]);
});
