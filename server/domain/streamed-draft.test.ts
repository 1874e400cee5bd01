/** The states of a streamed draft, and what holds after any history of changes. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changedDraft,
  draftSize,
  expiredDraft,
  isStoppable,
  visibleContent,
  type DraftChange,
  type DraftContent,
  type DraftState,
} from "./streamed-draft.ts";

const PLACE = { chat_id: -5, bot_id: 7, thread_id: 0 };

function content(draft_id: number, more: Partial<DraftContent> = {}): DraftContent {
  return { draft_id, text: `draft ${draft_id}`, entities: [], can_stop: true, keep_on_stop: false, ...more };
}
const sent = (draft_id: number, sent_ms: number, more?: Partial<DraftContent>): DraftChange => ({
  ...PLACE,
  kind: "sent",
  sent_ms,
  content: content(draft_id, more),
});
const stopped = (draft_id: number): DraftChange => ({ ...PLACE, kind: "stopped", draft_id });
const ended = (ended_ms: number): DraftChange => ({ ...PLACE, kind: "ended", ended_ms });

function after(...changes: readonly DraftChange[]): DraftState | undefined {
  return changes.reduce<DraftState | undefined>(changedDraft, undefined);
}
const textAfter = (...changes: readonly DraftChange[]) => {
  const state = after(...changes);
  return state && visibleContent(state)?.text;
};

describe("what is shown", () => {
  test.each<[string, readonly DraftChange[], string | undefined]>([
    ["the newest text", [sent(1, 1, { text: "a" }), sent(1, 2, { text: "ab" })], "ab"],
    ["another draft in place of the first", [sent(1, 1), sent(2, 2)], "draft 2"],
    ["nothing after a message", [sent(1, 1), ended(2)], undefined],
    ["a draft that began after a message", [sent(1, 1), ended(2), sent(1, 2)], "draft 1"],
    ["nothing that was sent before a message and comes later", [sent(1, 1), ended(3), sent(1, 2)], undefined],
    ["not the older of two that come in the wrong order", [sent(1, 2, { text: "ab" }), sent(1, 1)], "ab"],
    ["nothing when it was stopped", [sent(1, 1), stopped(1)], undefined],
    ["what was there when it was stopped", [sent(1, 1, { keep_on_stop: true }), stopped(1)], "draft 1"],
    ["no later text of what was stopped", [sent(1, 1), stopped(1), sent(1, 2)], undefined],
    [
      "no later text of what was stopped and kept",
      [sent(1, 1, { keep_on_stop: true, text: "a" }), stopped(1), sent(1, 2, { text: "ab" })],
      "a",
    ],
    ["another draft after one that was stopped", [sent(1, 1), stopped(1), sent(2, 2)], "draft 2"],
    ["a draft that another one's stop comes too late for", [sent(1, 1), sent(2, 2), stopped(1)], "draft 2"],
    ["nothing of a draft whose stop comes first", [stopped(1), sent(1, 1)], undefined],
  ])("%s", (_what, changes, text) => {
    expect(textAfter(...changes)).toBe(text);
  });

  test("expires, and what was stopped stays so", () => {
    expect(visibleContent(expiredDraft(after(sent(1, 1))!))).toBeUndefined();
    const kept = expiredDraft(after(sent(1, 1, { keep_on_stop: true }), stopped(1))!);
    expect(visibleContent(kept)).toBeUndefined();
    expect(changedDraft(kept, sent(1, 2))).toBe(kept);
    expect(textAfter(sent(1, 5), ended(6))).toBeUndefined();
  });
});

test("only what is shown, and says so, can be stopped, once", () => {
  expect(isStoppable(undefined, 1)).toBe(false);
  expect(isStoppable(after(sent(1, 1)), 1)).toBe(true);
  expect(isStoppable(after(sent(1, 1)), 2)).toBe(false);
  expect(isStoppable(after(sent(1, 1, { can_stop: false })), 1)).toBe(false);
  expect(isStoppable(after(sent(1, 1, { keep_on_stop: true }), stopped(1)), 1)).toBe(false);
  expect(isStoppable(after(sent(1, 1), ended(2)), 1)).toBe(false);
});

test("properties of any history", () => {
  const id = fc.integer({ min: 1, max: 2 });
  const ms = fc.nat(9);
  const change = fc.oneof(
    fc
      .tuple(id, ms, fc.boolean(), fc.boolean())
      .map(([draft_id, sent_ms, can_stop, keep_on_stop]) =>
        sent(draft_id, sent_ms, { text: `${draft_id} at ${sent_ms}`, can_stop, keep_on_stop }),
      ),
    id.map(stopped),
    ms.map(ended),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), change, (history, last) => {
      const before = after(...history);
      const state = changedDraft(before, last);
      const shown = state && visibleContent(state);
      // What is shown was sent.
      const texts = history.concat(last).flatMap((each) => (each.kind === "sent" ? each.content.text : []));
      expect([undefined, ...texts]).toContain(shown?.text);
      // Nothing is shown after a message, and nothing can be stopped after its stop.
      expect(last.kind === "ended" && shown !== undefined).toBe(false);
      expect(last.kind === "stopped" && isStoppable(state, last.draft_id)).toBe(false);
      // A change that comes twice changes nothing more.
      expect(last.kind === "sent" ? state : changedDraft(state, last)).toEqual(state);
    }),
  );
});

test("the size counts what makes a draft large", () => {
  const small = draftSize(content(1));
  expect(draftSize(content(1, { text: "x".repeat(4096) }))).toBeGreaterThan(small + 4000);
  const entity = { type: "text_link", offset: 0, length: 1, url: `https://${"x".repeat(2000)}` } as const;
  expect(draftSize(content(1, { entities: [entity, entity] }))).toBeGreaterThan(small + 4000);
});
