/** The names of emoji in other languages than English. */
import { expect, test } from "vitest";
import { loadEmojiWords } from "./emoji-words.ts";

const english = { label: "octopus", tags: ["creature"] };

test("in Arabic they have Arabic names, and are found by English ones too", async () => {
  const words = await loadEmojiWords("ar");
  const { label, tags } = words("🐙", english);
  expect(label).toBe("أخطبوط");
  expect(tags).toEqual(expect.arrayContaining(["أخطبوط", "octopus", "creature"]));
  // With and without the sign that asks for a picture.
  expect(words("❤️", english).label).toBe(words("❤", english).label);
  expect(words("❤️", english).label).toMatch(/^\p{Script=Arabic}/u);
});

test("flags are called as their regions are; what has no name keeps the English one", async () => {
  const words = await loadEmojiWords("ar");
  expect(words("🇪🇬", english).label).toBe("مصر");
  expect(words("🇽🇶", english).label).toBe("octopus");
  expect(words("🏴‍☠", english).label).not.toBe("octopus");
  expect(words("#️⃣", english).label).toBe("octopus");
});

test("in English they keep theirs", async () => {
  expect((await loadEmojiWords("en"))("🐙", english)).toBe(english);
});
