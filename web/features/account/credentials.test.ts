/** Tests of the user name that the sign-up form suggests for a first name. */
import { expect, test } from "vitest";
import { suggestUsername } from "./credentials.ts";

test.each([
  ["Anna", "anna"],
  ["Zoë", "zoe"],
  ["3rd Ben", "rdben"],
  ["Li", ""],
  ["李明", ""],
  ["a".repeat(40), "a".repeat(32)],
])("the suggestion for %s is “%s”", (name, offered) => expect(suggestUsername(name)).toBe(offered));
