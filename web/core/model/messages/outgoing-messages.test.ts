/** How a message looks before the server has it. */
import { expect, test } from "vitest";
import { asMessages } from "./outgoing-messages.ts";
import type { Outgoing } from "./outgoing.ts";

const ME = { id: 1, is_bot: false, first_name: "Alice" };
const BASE: Outgoing = { key: "k", chat_id: 2, at_ms: 0, text: "", state: "waiting" };

test("links and mentions are found in it as on the server, and not in code", () => {
  const text = "see example.com/a, @bob_1 and x.com";
  const code = { type: "code", offset: 30, length: 5 };
  const [message] = asMessages({ ...BASE, text, entities: [code] }, ME);
  expect(message!.entities).toEqual([
    code,
    { type: "url", offset: 4, length: 13 },
    { type: "mention", offset: 19, length: 6 },
  ]);
});

test("plain text has no entities", () => {
  expect(asMessages({ ...BASE, text: "hello", entities: [] }, ME)[0]).not.toHaveProperty("entities");
});
