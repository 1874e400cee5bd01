/** How long drafts live, and how many there may be. */
import { beforeEach, expect, test } from "vitest";
import type { DraftChange, DraftContent } from "../../domain/streamed-draft.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { manualClock, type ManualClock } from "../../ports/clock.ts";
import { StreamedDrafts } from "./streamed-drafts.ts";

let clock: ManualClock;
let drafts: StreamedDrafts;
beforeEach(() => {
  clock = manualClock(0);
  drafts = new StreamedDrafts(clock, clock.now);
});

function content(text: string, more: Partial<DraftContent> = {}): DraftContent {
  return { draft_id: 1, text, entities: [], can_stop: true, keep_on_stop: false, ...more };
}
const at = (chat_id: number, bot_id: number, thread_id = 0) => ({ chat_id, bot_id, thread_id });
const shown = (chat_id: number) => Array.from(drafts.of(chat_id), (each) => each.content?.text);

test("a draft is shown for thirty seconds after its last change, and is forgotten as long after", () => {
  drafts.send(at(-5, 1), content("a"));
  clock.advance(29_000);
  drafts.send(at(-5, 1), content("ab"));
  drafts.send(at(-6, 1), content("other"));
  clock.advance(29_999);
  expect([shown(-5), shown(-6)]).toEqual([["ab"], ["other"]]);
  clock.advance(1);
  expect([shown(-5), shown(-6)]).toEqual([[undefined], [undefined]]);
  expect(drafts.use).toMatchObject({ drafts: 2, bytes: 0 });
  clock.advance(30_000);
  expect([drafts.has(-5), drafts.use.drafts, clock.timers]).toEqual([false, 0, 0]);
});

test("what was stopped and kept disappears in its time, however long the bot goes on", () => {
  drafts.send(at(-5, 1), content("a", { keep_on_stop: true }));
  clock.advance(10_000);
  expect(drafts.stop(at(-5, 1), 1)).toBe(true);
  expect(drafts.stop(at(-5, 1), 1)).toBe(false);
  for (let n = 0; n < 10; n++) {
    expect(shown(-5)).toEqual([n < 2 ? "a" : undefined]);
    drafts.send(at(-5, 1), content("more"));
    clock.advance(10_000);
  }
  drafts.send(at(-5, 1), content("another", { draft_id: 2 }));
  expect(shown(-5)).toEqual(["another"]);
});

test("a bot has a draft in each topic, and a message ends that of its own", () => {
  drafts.send(at(-5, 1, 7), content("seven"));
  drafts.send(at(-5, 1, 8), content("eight"));
  drafts.end(at(-5, 1, 7));
  expect(shown(-5)).toEqual([undefined, "eight"]);
  expect(drafts.stop(at(-5, 1, 7), 1)).toBe(false);
  expect(drafts.stop(at(-5, 1, 8), 1)).toBe(true);
});

test("changes are passed on, and a message of a bot without a draft is not", () => {
  const relayed: DraftChange["kind"][] = [];
  const heard: number[] = [];
  drafts.relayTo(({ kind }) => relayed.push(kind));
  drafts.onChange((chat_id) => heard.push(chat_id));
  drafts.end(at(-5, 1));
  drafts.send(at(-5, 1), content("a"));
  drafts.end(at(-5, 1));
  drafts.receive({ kind: "ended", ...at(-6, 1), ended_ms: 0 });
  expect([relayed, heard]).toEqual([
    ["sent", "ended"],
    [-5, -5],
  ]);
});

test("a bot has a thousand drafts at most, and further ones when some are forgotten", () => {
  for (let chat_id = 1; chat_id <= 1000; chat_id++) drafts.send(at(chat_id, 1), content("x"));
  expect(() => drafts.send(at(1001, 1), content("x"))).toThrow(TooManyRequests);
  drafts.send(at(1000, 1), content("changed"));
  drafts.send(at(1001, 2), content("of another bot"));
  clock.advance(60_000);
  drafts.send(at(1001, 1), content("x"));
  expect(drafts.use.drafts).toBe(1);
});

test("the drafts of a bot have eight MiB at most, and all together 128", () => {
  const large = content("x".repeat(4096), {
    entities: Array.from({ length: 4000 }, (_, offset) => ({ type: "bold", offset, length: 1 })),
  });
  let sent = 0;
  expect(() => {
    for (; sent < 1000; sent++) drafts.send(at(sent + 1, 1), large);
  }).toThrow(TooManyRequests);
  expect(sent).toBeGreaterThan(3);
  expect(drafts.use.bytes).toBeLessThanOrEqual(8 * 1024 * 1024);
  for (let bot_id = 2; bot_id < 100; bot_id++)
    for (let chat_id = 1; chat_id <= sent; chat_id++)
      drafts.receive({ kind: "sent", ...at(chat_id, bot_id), sent_ms: 0, content: large });
  expect(drafts.use.bytes).toBeGreaterThan(120 * 1024 * 1024);
  expect(drafts.use.bytes).toBeLessThanOrEqual(128 * 1024 * 1024);
  clock.advance(60_000);
  expect(drafts.use).toEqual({ drafts: 0, bytes: 0 });
});
