/** Few things at once: no more than so many, all of them in the end, and none that nobody waits for. */
import { expect, test } from "vitest";
import { FewAtOnce } from "./few-at-once.ts";

test("no more are under way than may be, others have their turn in between, and who left is passed over", async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    return new Promise<void>((done) => setImmediate(done));
  };
  const few = new FewAtOnce(3, turn);
  const done: number[] = [];
  let [underWay, most] = [0, 0];
  const all = (count: number, from: number) =>
    new Promise<void>((finished) => {
      for (let n = from; n < from + count; n++) {
        const work = async () => {
          most = Math.max(most, (underWay += 1));
          await Promise.resolve();
          underWay -= 1;
          done.push(n);
          if (n === from + count - 1) finished();
        };
        few.add(work, () => n % 10 !== 5);
      }
    });
  await all(20, 0);
  // What comes when all is done begins at once.
  await all(3, 20);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 23 }, (_, n) => n).filter((n) => n % 10 !== 5));
  expect(most).toBe(3);
  expect(turns).toBeGreaterThan(15);
});
