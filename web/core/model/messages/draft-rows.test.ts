/** Rows of streamed drafts. */
import { expect, test } from "vitest";
import { BOB, ME, said } from "../../../../tests/support/web-client.ts";
import { rowsOf } from "./rows.ts";
import { isDraftIn, withDraftRows } from "./draft-rows.ts";
import type { StreamedDraft } from "./streamed-draft.ts";

const draftOf = (user: typeof BOB, text: string): StreamedDraft => ({ chat_id: 2, user, draft_id: 1, text });
const dayOf = () => 0;
const rows = rowsOf({
  messages: [said(1, BOB)],
  outgoing: [],
  me: ME,
  reachesStart: true,
  unread_after: undefined,
  dayOf,
});

test("drafts are below the messages, and their rows stay the same while they grow", () => {
  const one = withDraftRows(rows, [draftOf(BOB, "a")]).at(-1)!;
  const other = withDraftRows(rows, [draftOf(BOB, "ab")]).at(-1)!;
  expect([one.kind, one.key]).toEqual(["draft", other.key]);
  expect(withDraftRows(rows, [])).toBe(rows);
});

test("a draft is shown in its topic, in General without one, and in the chat as a whole", () => {
  const inTopic = { ...draftOf(BOB, "a"), message_thread_id: 7 };
  expect([isDraftIn(2, inTopic), isDraftIn("2/7", inTopic), isDraftIn("2/1", inTopic)]).toEqual([true, true, false]);
  const plain = draftOf(BOB, "a");
  expect([isDraftIn(2, plain), isDraftIn("2/7", plain), isDraftIn("2/1", plain)]).toEqual([true, false, true]);
});

test("a draft continues the messages of its bot", () => {
  const firsts = withDraftRows(rows, [draftOf(BOB, "a"), draftOf({ ...BOB, id: 99 }, "b")]).flatMap((row) =>
    row.kind === "draft" ? row.first : [],
  );
  expect(firsts).toEqual([false, true]);
});
