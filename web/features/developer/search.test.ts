/** Which calls the developer's pages list: without those of people and of the assistant, unless they are asked for. */
import { expect, test } from "vitest";
import { callFilter, type DeveloperSearch } from "./search.ts";

test.each<[name: string, search: DeveloperSearch, people: boolean, assistant: boolean]>([
  ["nothing", {}, false, false],
  ["a bot and a method", { bot: 1004, method: "sendMessage" }, false, false],
  ["calls of people", { people: true }, true, false],
  ["calls of the assistant", { assistant: true }, false, true],
  ["one API", { api: "person" }, true, false],
  ["the calls of these pages, which people make", { own: true }, true, false],
  ["a chat", { chat: -1 }, true, true],
  ["a message", { message: 5 }, true, true],
  ["a trace", { trace: "4bf9" }, true, true],
])("%s", (_name, search, people, assistant) => {
  const filter = callFilter(search);
  expect([filter.people ?? true, filter.assistant ?? true]).toEqual([people, assistant]);
});
