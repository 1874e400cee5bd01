/** Whom a message mentions, by what it says alone. */
import { expect, test } from "vitest";
import type { Content } from "./messages.ts";
import { mentionedIn } from "./mentions.ts";

const text = "@Bob @bob Carla";
const entities: NonNullable<Content["entities"]> = [
  { type: "mention", offset: 0, length: 4 },
  { type: "mention", offset: 5, length: 4 },
  { type: "text_mention", offset: 10, length: 5, user_id: 1003 },
  { type: "bold", offset: 0, length: 4 },
];
const NOBODY = { names: [], accounts: [] };

test("names in lower case and ids, each once", () => {
  const mentioned = { names: ["bob"], accounts: [1003] };
  expect(mentionedIn("supergroup", { text, content: { entities } })).toEqual(mentioned);
  expect(mentionedIn("channel", { text, content: { entities } })).toEqual(mentioned);
});

test.each<[string, Content]>([
  ["without entities", {}],
  ["that is forwarded", { entities, origin: { date: 1, sender_id: 1002 } }],
  ["of the service", { entities, service: { kind: "chat_created" } }],
])("nobody in a message %s", (_what, content) => {
  expect(mentionedIn("supergroup", { text, content })).toEqual(NOBODY);
});

test("nobody in a private chat, and no more than fifty anywhere", () => {
  expect(mentionedIn("private", { text, content: { entities } })).toEqual(NOBODY);
  const names = Array.from({ length: 200 }, (_, i) => `@user${i}`.padEnd(8));
  const many = names.map((_, i) => ({ type: "mention", offset: i * 8, length: 8 }) as const);
  expect(mentionedIn("supergroup", { text: names.join(""), content: { entities: many } }).names).toHaveLength(50);
});
