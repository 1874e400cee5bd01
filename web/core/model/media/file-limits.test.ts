/** Files that cannot be sent are detected before sending. */
import { expect, test } from "vitest";
import { fileError } from "./file-limits.ts";

const limits = { photo: 10, document: 50, video: 40, audio: 30, voice: 20, media_group_file: 15 };

test.each([
  ["document", 0, false, "empty"],
  ["document", 50, false, undefined],
  ["document", 51, false, { limit: 50 }],
  ["document", 16, true, { limit: 15 }],
  ["photo", 11, true, { limit: 10 }],
  ["animation", 41, false, { limit: 40 }],
] as const)("a %s of %i bytes, in an album: %s", (kind, size, inAlbum, why) => {
  expect(fileError({ kind, size }, inAlbum, limits)).toEqual(why);
});

test("before the service has said its limits, only an empty file is refused", () => {
  expect(fileError({ kind: "document", size: 0 }, false, undefined)).toBe("empty");
  expect(fileError({ kind: "document", size: 1e12 }, false, undefined)).toBeUndefined();
});
