/** What a draft answers: kept while its message is answered, and let go of with it. */
import { expect, test } from "vitest";
import { said, ME } from "../../tests/kit/web-client.ts";
import { draftToEdit, draftToReply, leftDraft, setDraft, takeDraft, writtenOf } from "./drafts.ts";
import { createState } from "./state.ts";

const CHAT = 2;
const QUOTE = { text: "two", position: 4 };
const ANSWERED = said(7, ME, { text: "one two" });

function quoting() {
  const store = createState();
  store.setState(setDraft(CHAT, draftToReply({ text: "Why?" }, ANSWERED, QUOTE)));
  return { store, held: () => store.getState().drafts[CHAT] };
}

test("a quote goes with the message it was taken from", () => {
  const draft = draftToReply({ text: "Why?" }, ANSWERED, QUOTE);
  expect(draft).toEqual({ text: "Why?", reply_to: ANSWERED, quote: QUOTE });
  expect(draftToReply(draft, said(8, ME))).not.toHaveProperty("quote");
  expect(leftDraft(draft)).toEqual({ text: "Why?" });
});

test("a quote is there again after a message was changed", () => {
  const draft = draftToReply({ text: "Why?" }, ANSWERED, QUOTE);
  const editing = draftToEdit(draft, said(3, ME, { text: "old" }));
  expect(editing).not.toHaveProperty("quote");
  expect(writtenOf(editing)).toEqual(draft);
  expect(leftDraft(editing)).toEqual(draft);
});

test("words from another screen leave the quote; another message that is answered there does not", () => {
  const { store, held } = quoting();
  store.setState(takeDraft(CHAT, { text: "Why not?", reply_to_message: ANSWERED, date: 1 }));
  expect(held()).toEqual({ text: "Why not?", reply_to: ANSWERED, quote: QUOTE });
  store.setState(takeDraft(CHAT, { text: "Why not?", reply_to_message: said(8, ME), date: 1 }));
  expect(held()).not.toHaveProperty("quote");
});

test("a draft that is gone from the other screen takes its quote along", () => {
  const { store, held } = quoting();
  store.setState(takeDraft(CHAT, undefined));
  expect(held()).toBeUndefined();
});
