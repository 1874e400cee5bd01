/** The quote of a draft: kept while its message is replied to, and removed with it. */
import { expect, test } from "vitest";
import { said, ME } from "../../../tests/support/web-client.ts";
import { startEditing, startReply, cancelEditOrReply, setDraft, mergeServerDraft, draftContent } from "./drafts.ts";
import { createStateStore } from "./state.ts";

const CHAT = 2;
const QUOTE = { text: "two", position: 4 };
const ANSWERED = said(7, ME, { text: "one two" });

function quoting() {
  const store = createStateStore();
  store.setState(setDraft(CHAT, startReply({ text: "Why?" }, ANSWERED, QUOTE)));
  return { store, held: () => store.getState().drafts[CHAT] };
}

test("a quote belongs to the reply to its message", () => {
  const draft = startReply({ text: "Why?" }, ANSWERED, QUOTE);
  expect(draft).toEqual({ text: "Why?", reply_to: ANSWERED, quote: QUOTE });
  expect(startReply(draft, said(8, ME))).not.toHaveProperty("quote");
  expect(cancelEditOrReply(draft)).toEqual({ text: "Why?" });
});

test("a quote is restored after an edit", () => {
  const draft = startReply({ text: "Why?" }, ANSWERED, QUOTE);
  const editing = startEditing(draft, said(3, ME, { text: "old" }), true);
  expect(editing).not.toHaveProperty("quote");
  expect(draftContent(editing)).toEqual(draft);
  expect(cancelEditOrReply(editing)).toEqual(draft);
});

test("text from another screen keeps the quote; another replied message does not", () => {
  const { store, held } = quoting();
  store.setState(mergeServerDraft(CHAT, { text: "Why not?", reply_to_message: ANSWERED, date: 1, version: 1 }));
  expect(held()).toEqual({ text: "Why not?", reply_to: ANSWERED, quote: QUOTE });
  store.setState(mergeServerDraft(CHAT, { text: "Why not?", reply_to_message: said(8, ME), date: 1, version: 1 }));
  expect(held()).not.toHaveProperty("quote");
});

test("a draft that another screen removed loses its quote", () => {
  const { store, held } = quoting();
  store.setState(mergeServerDraft(CHAT, undefined));
  expect(held()).toBeUndefined();
});
