/** File categories by MIME type, otherwise by extension. */
import { describe, expect, test } from "vitest";
import { extensionOf, fileCategory } from "./file-category.ts";

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
    expect(fileCategory(name, mime_type)).toBe(sort);
  });

  test("a name without an ending has none", () => {
    expect(["a.pdf", ".profile", "a.", "no ending", "a.longending"].map(extensionOf)).toEqual(["pdf", "", "", "", ""]);
  });
});
