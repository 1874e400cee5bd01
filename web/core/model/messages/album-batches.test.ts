/** Which picked files form an album. */
import { describe, expect, test } from "vitest";
import { albumBatches } from "./album-batches.ts";
import type { PickedKind } from "./outgoing.ts";

function batches(...kinds: PickedKind[]): string[] {
  return albumBatches(kinds.map((kind) => ({ kind }))).map((batch) => batch.map(({ kind }) => kind[0]).join(""));
}

describe("batches", () => {
  test("pictures and films mix; music and files stay among themselves", () => {
    expect(batches("photo", "video", "photo")).toEqual(["pvp"]);
    expect(batches("photo", "document", "photo", "audio", "document")).toEqual(["pp", "dd", "a"]);
  });

  test("the eleventh begins another album", () => {
    expect(batches(...Array.from({ length: 23 }, () => "photo" as const)).map((batch) => batch.length)).toEqual([
      10, 10, 3,
    ]);
  });

  test("a GIF goes alone", () => {
    expect(batches("animation", "photo", "animation")).toEqual(["a", "p", "a"]);
  });
});
