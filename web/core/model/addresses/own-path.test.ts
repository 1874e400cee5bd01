/** Paths from addresses never lead to another origin. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { ownPath } from "./own-path.ts";

test.each(["/", "/chat/5", "/chat/5?message=7#x", "/@team", "/%2F%2Fother.example"])("%j is a path", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "http://other.example/",
  "//other.example/",
  "/\\other.example/",
  "/\t/other.example/",
  "/.//other.example/",
  "/a/..//other.example/",
  "/\n\\other.example",
  "javascript:alert(1)",
  "chat/5",
  "",
  5,
  ["/chat/5"],
  undefined,
])("%j is no path", (value) => {
  expect(ownPath(value)).toBeUndefined();
});

test("whatever is a path stays at the origin, and is the same when it is read again", () => {
  const part = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "\t",
    "\r",
    "\n",
    "@",
    ":",
    "?",
    "#",
    "other.example",
    "http:",
    " ",
  );
  const address = fc.array(fc.oneof(part, fc.string({ maxLength: 3 }))).map((parts) => `/${parts.join("")}`);
  fc.assert(
    fc.property(address, (value) => {
      const path = ownPath(value);
      if (path === undefined) return;
      expect(new URL(path, "https://chat.example").origin).toBe("https://chat.example");
      expect(ownPath(path)).toBe(path);
    }),
    { numRuns: 5000 },
  );
});
