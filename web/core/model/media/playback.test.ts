/** What is played next, and the playback rate. */
import type { Message } from "@heliogram/shared/wire.ts";
import { describe, expect, test } from "vitest";
import { durationOf, nextPlayable, nextRate, type Playable } from "./playback.ts";

const file = { file_id: "f", file_unique_id: "u", file_size: 1, duration: 7 };

function said(message_id: number, more: Partial<Message>): Message {
  return { message_id, chat: { id: 5, type: "private" }, date: 0, ...more };
}

const held = [
  said(1, { voice: file }),
  said(2, { audio: file }),
  said(3, { text: "words" }),
  said(4, { voice: file }),
  said(5, { audio: file }),
];

const playable = (index: number, kind: "voice" | "audio"): Playable => ({ message: held[index]!, kind, source: "" });

describe("the player", () => {
  test("after a voice message comes the next voice message, after music the next piece", () => {
    expect(nextPlayable(playable(0, "voice"), held, 1)?.message_id).toBe(4);
    expect(nextPlayable(playable(1, "audio"), held, 1)?.message_id).toBe(5);
    expect(nextPlayable(playable(3, "voice"), held, 1)).toBeUndefined();
    expect(nextPlayable(playable(4, "audio"), held, -1)?.message_id).toBe(2);
  });

  test("speeds go round", () => {
    expect([nextRate(1), nextRate(1.5), nextRate(2), nextRate(7)]).toEqual([1.5, 2, 1, 1]);
  });

  test("a recording that does not know how long it is lasts as long as its message says", () => {
    expect(durationOf(playable(0, "voice"), Number.POSITIVE_INFINITY)).toBe(7);
    expect(durationOf(playable(0, "voice"), Number.NaN)).toBe(7);
    expect(durationOf(playable(0, "voice"), 6.4)).toBe(6.4);
  });
});
