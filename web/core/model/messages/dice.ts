/** Dice and similar throws: the range of their values, and the reels of a slot machine. */

const HIGHEST: Readonly<Record<string, number>> = { "🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64 };

/** The highest value of a throw; 6 for an unknown emoji. */
export function maxValue(emoji: string): number {
  return HIGHEST[emoji] ?? 6;
}

const REELS = ["🟥", "🍇", "🍋", "7️⃣"];

/**
 * The three reels of a slot machine for a value from 1 to 64: base-4 digits, the first reel is the least significant.
 */
export function reelsOf(value: number): string[] {
  return [1, 4, 16].map((place) => REELS[Math.floor((value - 1) / place) % 4] ?? "");
}

/** The dots of a die's face as columns and rows from 0 to 2. */
export function dotsOf(value: number): readonly (readonly [number, number])[] {
  const corners = [
    [0, 0],
    [2, 2],
    [2, 0],
    [0, 2],
    [0, 1],
    [2, 1],
  ] as const;
  const even = corners.slice(0, value - (value % 2));
  return value % 2 === 1 ? [...even, [1, 1]] : even;
}
