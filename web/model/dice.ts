/** Throws of a dice and its kin: how high each goes, and what a slot machine shows. */

const HIGHEST: Readonly<Record<string, number>> = { "🎲": 6, "🎯": 6, "🎳": 6, "🏀": 5, "⚽": 5, "🎰": 64 };

/** The highest value of a throw; 6 for one that is not known. */
export function highestOf(emoji: string): number {
  return HIGHEST[emoji] ?? 6;
}

const REELS = ["🟥", "🍇", "🍋", "7️⃣"];

/** The three reels of a slot machine, from its value 1 to 64: in base four, the first reel counts least. */
export function reelsOf(value: number): string[] {
  return [1, 4, 16].map((place) => REELS[Math.floor((value - 1) / place) % 4] ?? "");
}

/** Where the dots of a die's face lie: columns and rows from 0 to 2. */
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
