/** Display names of people and chats within sentences. */
import { expect, test } from "vitest";
import { nameOf, titleOf } from "./names.ts";

test("names of people and chats are closed, the first name before the last one", () => {
  expect(nameOf({ first_name: "\u202Ea", last_name: "\u2067b" })).toBe("\u202Ea\u202C \u2067b\u2069");
  expect(titleOf({ id: -1, type: "supergroup", title: "\u202Ec" })).toBe("\u202Ec\u202C");
});
