/** The user name that is offered for a first name. */
import { expect, test } from "vitest";
import { usernameFor } from "./credentials.ts";

test.each([
  ["Anna", "anna"],
  ["Zoë", "zoe"],
  ["3rd Ben", "rdben"],
  ["Li", ""],
  ["李明", ""],
  ["a".repeat(40), "a".repeat(32)],
])("for %s it is “%s”", (name, offered) => expect(usernameFor(name)).toBe(offered));
