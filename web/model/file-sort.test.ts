/** Sorts of files: by type where it says something, else by the ending of the name. */
import { describe, expect, test } from "vitest";
import { endingOf, sortOfFile } from "./file-sort.ts";

describe("sorts of files", () => {
  test.each([
    ["a.zip", "application/octet-stream", "archive"],
    ["a.TAR.GZ", "", "archive"],
    ["photo.bin", "image/png", "image"],
    ["numbers.csv", "text/csv", "sheet"],
    ["README", "text/plain", "text"],
    ["paper.pdf", "application/pdf", "text"],
    ["main.rs", "", "code"],
    ["constructor", "", "other"],
    ["unknown.constructor", "", "other"],
  ])("%s of type %s is %s", (name, mime_type, sort) => {
    expect(sortOfFile(name, mime_type)).toBe(sort);
  });

  test("a name without an ending has none", () => {
    expect(["a.pdf", ".profile", "a.", "no ending", "a.longending"].map(endingOf)).toEqual(["pdf", "", "", "", ""]);
  });
});
