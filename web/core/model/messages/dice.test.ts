/** Dice: the dots of a die, and the reels of a slot machine. */
import { describe, expect, test } from "vitest";
import { dotsOf, maxValue, reelsOf } from "./dice.ts";

describe("throws", () => {
  test("a face has as many dots as it counts, each in a place of its own", () => {
    for (let value = 1; value <= 6; value++) {
      const places = dotsOf(value).map(String);
      expect(places).toHaveLength(value);
      expect(new Set(places).size).toBe(value);
    }
  });

  test("a slot machine's 64 are three sevens, its 1 three bars", () => {
    expect(reelsOf(64)).toEqual(["7️⃣", "7️⃣", "7️⃣"]);
    expect(reelsOf(1)).toEqual(["🟥", "🟥", "🟥"]);
    expect(new Set(Array.from({ length: 64 }, (_, i) => reelsOf(i + 1).join(""))).size).toBe(64);
  });

  test("football goes to five", () => {
    expect([maxValue("⚽"), maxValue("🎲")]).toEqual([5, 6]);
  });
});
