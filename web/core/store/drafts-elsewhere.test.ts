/** A draft that replies to a message of another chat, which the server does not store with it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Message, SavedDraft } from "@heliogram/shared/wire.ts";
import { BOB, said } from "../../../tests/support/web-client.ts";
import {
  draftContent,
  matchesServerDraft,
  mergeServerDraft,
  sameContent,
  setDraft,
  setUnsaved,
  startEditing,
  startReply,
  storedReply,
} from "./drafts.ts";
import { createStateStore, type Draft } from "./state.ts";

const CHAT = 2;
const QUOTE = { text: "two", position: 4 };
const SETTINGS = { markdown: true };

const here = (id: number): Message => said(id, BOB, { text: "one two" });
const elsewhere = (id: number): Message => ({ ...here(id), chat: { id: -100, type: "supergroup", title: "Team" } });

const text = fc.constantFrom("", "See you", "**now**", "later");
const message = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map(here),
  fc.integer({ min: 1, max: 3 }).map(elsewhere),
  fc.constant(undefined),
);
const draft = fc.record({ text, reply_to: message, quoted: fc.boolean(), editing: fc.boolean() }).map((made): Draft => {
  const typed = { text: made.text };
  const written = made.reply_to ? startReply(typed, made.reply_to, made.quoted ? QUOTE : undefined) : typed;
  return made.editing ? startEditing(written, here(9), true) : written;
});
const saved = fc.option(
  fc.record({ text, reply_to_message: fc.option(fc.integer({ min: 1, max: 3 }).map(here), { nil: undefined }) }),
  { nil: undefined },
);

const asSaved = (made: { text: string; reply_to_message: Message | undefined } | undefined): SavedDraft | undefined => {
  if (!made || (made.text === "" && !made.reply_to_message)) return undefined;
  const { reply_to_message, ...rest } = made;
  return { ...rest, ...(reply_to_message ? { reply_to_message } : {}), date: 1, version: 1 };
};

test("a draft of the server takes the place of the one here, except for a reply to a message elsewhere", () => {
  fc.assert(
    fc.property(draft, saved.map(asSaved), fc.boolean(), (before, told, isUnsaved) => {
      const store = createStateStore();
      store.setState(SETTINGS);
      store.setState(setDraft(CHAT, before));
      if (isUnsaved) store.setState(setUnsaved(CHAT, true));
      const written = draftContent(before);
      store.setState(mergeServerDraft(CHAT, told));
      const after = store.getState().drafts[CHAT];
      const merged = draftContent(after);
      expect(after?.editing).toEqual(before.editing);
      expect(isUnsaved ? sameContent(merged, written) : matchesServerDraft(SETTINGS, CHAT, merged, told)).toBe(true);
      expect(merged.reply_to).toEqual(isUnsaved ? written.reply_to : replyAfter(written.reply_to, told));
      // A reply that stays keeps its quote.
      const hasStayed = sameContent({ ...merged, text: "" }, { ...written, text: "" });
      expect(merged.quote).toEqual(hasStayed ? written.quote : undefined);
      store.setState(mergeServerDraft(CHAT, told));
      expect(store.getState().drafts[CHAT]).toEqual(after);
    }),
  );
});

function replyAfter(reply_to: Message | undefined, told: SavedDraft | undefined): Message | undefined {
  return told?.reply_to_message ?? (reply_to?.chat.id === CHAT ? undefined : reply_to);
}

test("messages of two chats with one id are not the same reply", () => {
  const [a, b] = [startReply({ text: "" }, here(7)), startReply({ text: "" }, elsewhere(7))];
  expect(sameContent(a, b)).toBe(false);
  expect([storedReply(CHAT, a), storedReply(CHAT, b)]).toEqual([{ reply_to: here(7) }, {}]);
  expect(matchesServerDraft(SETTINGS, CHAT, b, { text: "", reply_to_message: here(7), date: 1, version: 1 })).toBe(
    false,
  );
});
