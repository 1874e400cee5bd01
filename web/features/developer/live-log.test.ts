/** A list that is followed by revision: its order, its bound, and what happens when the service is lost. */
import { describe, expect, test } from "vitest";
import type { LogPage } from "../../core/api/developer-api.ts";
import { ApiError, NetworkError } from "../../core/api/errors.ts";
import { followLog, merge } from "./live-log.ts";

interface Entry {
  readonly id: number;
  readonly revision: number;
}

const byId = ({ id }: Entry) => id;
const ids = (entries: readonly Entry[]) => entries.map(byId);
/** The pauses that were asked for. */
const pauses_ms: number[] = [];
/** Fires at once, so that pauses take no time. */
const clock = {
  after(delay_ms: number, fire: () => void) {
    pauses_ms.push(delay_ms);
    queueMicrotask(fire);
    return () => {};
  },
};

describe("merge", () => {
  test("has the greatest first, and each entry once, in its latest state", () => {
    const before = merge(
      [],
      [1, 2, 3].map((id) => ({ id, revision: id })),
      10,
      byId,
    );
    expect(ids(before)).toEqual([3, 2, 1]);
    const after = merge(
      before,
      [
        { id: 2, revision: 4 },
        { id: 4, revision: 5 },
      ],
      10,
      byId,
    );
    expect(after).toEqual([
      { id: 4, revision: 5 },
      { id: 3, revision: 3 },
      { id: 2, revision: 4 },
      { id: 1, revision: 1 },
    ]);
  });

  test("keeps no more than the bound", () => {
    const news = Array.from({ length: 10_000 }, (_, i) => ({ id: i + 1, revision: i + 1 }));
    expect(ids(merge([{ id: 0, revision: 0 }], news, 3, byId))).toEqual([10_000, 9999, 9998]);
  });
});

/** Follows a list whose reads have these outcomes; the last one never ends. @returns the pages that were asked for */
async function follow(outcomes: readonly (readonly Entry[] | Error)[], logOf = (_index: number) => "one") {
  const pages: LogPage[] = [];
  const shown: (readonly number[] | Error)[] = [];
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const end = followLog<Entry, object>(
    clock,
    {
      most: 2,
      orderOf: byId,
      async read(_filter, page) {
        const log = logOf(pages.length);
        const outcome = outcomes[pages.length];
        pages.push(page);
        if (outcome instanceof Error) throw outcome;
        if (outcome) return { entries: outcome, revision: outcome.at(-1)?.revision ?? page.after ?? 0, log };
        resolve();
        return new Promise(() => {});
      },
    },
    {},
    (entries, error) => {
      shown.push(error instanceof Error ? error : ids(entries));
      if (error instanceof ApiError) resolve();
    },
  );
  await over;
  end();
  return { pages, shown };
}

describe("a list that is followed", () => {
  test("continues after the revision of the page before", async () => {
    const { pages, shown } = await follow([[{ id: 1, revision: 7 }], [], [{ id: 2, revision: 9 }]]);
    expect(pages.map(({ after }) => after)).toEqual([undefined, 7, 7, 9]);
    expect(shown).toEqual([[1], [2, 1]]);
  });

  test("waits for news at the service, and pauses too shortly for anybody to notice", async () => {
    pauses_ms.length = 0;
    const { pages } = await follow([[{ id: 1, revision: 7 }], [{ id: 2, revision: 8 }], [{ id: 3, revision: 9 }]]);
    expect(pages.slice(1).every(({ timeout = 0 }) => timeout > 10)).toBe(true);
    expect(pauses_ms).toHaveLength(3);
    expect(Math.max(...pauses_ms)).toBeLessThan(300);
  });

  test("begins anew when another node answers, whose ids mean something else", async () => {
    const outcomes = [[{ id: 5, revision: 50 }], [{ id: 1, revision: 2 }], []];
    const { pages, shown } = await follow(outcomes, (index) => `log ${index}`);
    expect(pages.map(({ after, log }) => [after, log])).toEqual([
      [undefined, undefined],
      [50, "log 0"],
      [2, "log 1"],
      [2, "log 2"],
    ]);
    expect(shown).toEqual([[5], [1], []]);
  });

  test("begins anew after the service was lost, and ends when it refuses the filter", async () => {
    const lost = new NetworkError("lost");
    const refused = new ApiError(404, "user not found", {});
    const { pages, shown } = await follow([[{ id: 5, revision: 50 }], lost, [{ id: 1, revision: 1 }], refused]);
    expect(pages.map(({ after }) => after)).toEqual([undefined, 50, undefined, 1]);
    expect(shown).toEqual([[5], lost, [1], refused]);
  });
});
