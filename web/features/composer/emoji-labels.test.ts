/** Tests of the labels of emoji in languages other than English. */
import { expect, test } from "vitest";
import { loadEmojiLabels } from "./emoji-labels.ts";

const english = { label: "octopus", tags: ["creature"] };

test("in Arabic, emoji have Arabic labels and are also found by English ones", async () => {
  const labelsOf = await loadEmojiLabels("ar");
  const { label, tags } = labelsOf("🐙", english);
  expect(label).toBe("أخطبوط");
  expect(tags).toEqual(expect.arrayContaining(["أخطبوط", "octopus", "creature"]));
  // With and without the variation selector.
  expect(labelsOf("❤️", english).label).toBe(labelsOf("❤", english).label);
  expect(labelsOf("❤️", english).label).toMatch(/^\p{Script=Arabic}/u);
});

test("flags have the names of their regions; emoji without an Arabic label keep the English one", async () => {
  const labelsOf = await loadEmojiLabels("ar");
  expect(labelsOf("🇪🇬", english).label).toBe("مصر");
  expect(labelsOf("🇽🇶", english).label).toBe("octopus");
  expect(labelsOf("🏴‍☠", english).label).not.toBe("octopus");
  expect(labelsOf("#️⃣", english).label).toBe("octopus");
});

test("in English, the labels are unchanged", async () => {
  expect((await loadEmojiLabels("en"))("🐙", english)).toBe(english);
});
