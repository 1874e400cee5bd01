/** Codes of a second factor, and how many attempts there are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTry, readCode, RECOVERY_CODE_BYTES, recoveryCode, type Tries } from "./second-factor.ts";

const HOUR_S = 3600;

test("a recovery code is read as it is shown, however it is typed", () => {
  const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES });
  fc.assert(
    fc.property(bytes, (random) => {
      const shown = recoveryCode(random);
      expect(shown).toMatch(/^[a-z2-9]{4}(?:-[a-z2-9]{4}){3}$/);
      const code = shown.replaceAll("-", "");
      for (const typed of [shown, code, ` ${shown.toUpperCase()} `, shown.replaceAll("-", " ")])
        expect(readCode(typed)).toEqual({ kind: "recovery", code });
    }),
  );
});

test("different bytes make different recovery codes", () => {
  const bytes = fc.uint8Array({ minLength: RECOVERY_CODE_BYTES, maxLength: RECOVERY_CODE_BYTES });
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(recoveryCode(one) === recoveryCode(other)).toBe(Buffer.from(one).equals(Buffer.from(other)));
    }),
  );
});

test.each([
  ["123456", { kind: "app", code: "123456" }],
  [" 123 456 ", { kind: "app", code: "123456" }],
  ["１２３４５６", { kind: "app", code: "123456" }],
  ["12345", undefined],
  ["1234567", undefined],
  ["", undefined],
  ["abcd-efgh", undefined],
])("%j", (typed, read) => {
  expect(readCode(typed)).toEqual(read);
});

test("in any window that an attempt begins, ten attempts are allowed", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { maxLength: 200 }), (pauses) => {
      let tries: Tries | undefined;
      let now_s = 1_000_000;
      const allowed: { at: number; since: number }[] = [];
      for (const pause of pauses) {
        now_s += pause;
        const { tries: counted, wait_s } = countTry(tries, now_s);
        if (wait_s === 0) allowed.push({ at: now_s, since: counted.since });
        expect([now_s, counted.since + HOUR_S]).toContain(now_s + wait_s);
        tries = counted;
      }
      for (const { since } of allowed)
        expect(allowed.filter((each) => each.since === since).length).toBeLessThanOrEqual(10);
      for (const { at, since } of allowed) expect(at - since).toBeLessThan(HOUR_S);
    }),
  );
});

test("a clock that was ahead locks nobody out", () => {
  expect(countTry({ count: 10, since: 5000 }, 4000).wait_s).toBe(0);
});
