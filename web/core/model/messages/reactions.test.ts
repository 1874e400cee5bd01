/** How the reactions of a message are shown and changed. */
import type { Message } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import { reacted, shownReactions, toggled, withChosen, withCounts, withKnownChosen } from "./reactions.ts";

const plain = { message_id: 1, date: 0, chat: { id: 1, type: "private" } } as Message;
const counts = (of: Record<string, number>) =>
  Object.entries(of).map(([emoji, total_count]) => ({ type: { type: "emoji" as const, emoji }, total_count }));

describe("reactions", () => {
  test("own ones are marked, also before the server counts them", () => {
    const message = withChosen(withCounts(plain, counts({ "👍": 2, "🔥": 1 })), ["🔥", "👀"]);
    expect(shownReactions(message)).toEqual([
      { emoji: "👍", count: 2, isChosen: false },
      { emoji: "🔥", count: 1, isChosen: true },
      { emoji: "👀", count: 1, isChosen: true },
    ]);
    expect(shownReactions(plain)).toEqual([]);
  });

  test("a change is shown at once, and the same back undoes it", () => {
    const before = withChosen(withCounts(plain, counts({ "👍": 2, "🔥": 1 })), ["🔥"]);
    const after = reacted(before, ["👍"]);
    expect(after).toEqual(withChosen(withCounts(plain, counts({ "👍": 3 })), ["👍"]));
    expect(reacted(reacted(before, ["🔥", "👍"]), ["🔥"])).toEqual(before);
    expect(reacted(reacted(plain, ["👍"]), [])).toEqual(plain);
  });

  test("a message of an event keeps the person's reactions", () => {
    const known = withChosen(plain, ["👍"]);
    expect(withKnownChosen({ ...plain, text: "edited" }, known)).toEqual({ ...known, text: "edited" });
    expect(withKnownChosen(withChosen(plain, ["🔥"]), known)).toEqual(withChosen(plain, ["🔥"]));
  });

  test("pressing adds and removes, and beyond the limit replaces the first", () => {
    expect(toggled([], "👍", 3)).toEqual(["👍"]);
    expect(toggled(["👍", "🔥"], "👍", 3)).toEqual(["🔥"]);
    expect(toggled(["👍", "🔥", "👀"], "🎉", 3)).toEqual(["🔥", "👀", "🎉"]);
  });
});
