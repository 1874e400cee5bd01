/** What tasks may hold, by key and in all, and that nothing stays counted. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryBudget } from "./memory-budget.ts";

test("what is held beyond the uncounted part is limited by key and in all", () => {
  const budget = new MemoryBudget<string>({ uncounted_bytes: 10, key_bytes: 100, all_bytes: 150 });
  const [a, again, b] = [budget.share("a"), budget.share("a"), budget.share("b")];
  expect(a.hold(110)).toBe(true);
  expect(again.hold(10)).toBe(true);
  expect(again.hold(11)).toBe(false);
  expect(b.hold(60)).toBe(true);
  expect(b.hold(61)).toBe(false);
  a.release();
  expect(again.hold(11)).toBe(true);
  expect(b.hold(110)).toBe(true);
});

test("whatever is held and released, the limits hold, and in the end all is free", () => {
  const step = fc.record({ task: fc.nat(5), bytes: fc.nat(200), ends: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const budget = new MemoryBudget<number>({ uncounted_bytes: 10, key_bytes: 100, all_bytes: 150 });
      const shares = Array.from({ length: 6 }, (_, task) => budget.share(task % 2));
      const held = shares.map(() => 0);
      for (const { task, bytes, ends } of steps) {
        if (ends) shares[task]!.release();
        if (ends) held[task] = 0;
        else if (shares[task]!.hold(bytes)) held[task] = Math.max(held[task]!, bytes - 10);
        const of = (key: number) => held.filter((_, at) => at % 2 === key).reduce((sum, each) => sum + each, 0);
        expect(of(0)).toBeLessThanOrEqual(100);
        expect(of(1)).toBeLessThanOrEqual(100);
        expect(of(0) + of(1)).toBeLessThanOrEqual(150);
      }
      for (const share of shares) share.release();
      expect(budget.share(0).hold(110)).toBe(true);
    }),
  );
});
