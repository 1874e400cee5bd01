/** What the service is told of drafts. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Unreachable } from "../api/failure.ts";
import { draftActions, type DraftActions } from "./drafts.ts";

const CHAT = 2;

describe("a draft", () => {
  let t: Inside;
  let drafts: DraftActions;
  beforeEach(() => {
    t = inside();
    drafts = draftActions(t);
  });
  const write = async (text: string) => {
    drafts.changeDraft(CHAT, (draft) => ({ ...draft, text }));
    t.time.advance(1000);
    await settle();
  };

  test("is saved when writing pauses", async () => {
    await write("Half a thought");
    expect(t.service.next()!.params).toMatchObject({ chat_id: CHAT, text: "Half a thought" });
  });

  test("reaches the service after the one before it, however slow that is", async () => {
    await write("one");
    const first = t.service.next()!;
    await write("two");
    await write("");
    expect(t.service.asked).toEqual([]);
    first.answer(true);
    await settle();
    const second = t.service.next()!;
    expect(second.params.text).toBe("");
    second.answer(true);
    await settle();
    expect(t.store.getState().unsaved.has(CHAT)).toBe(false);
  });

  test("that was not saved while the line stood is saved a little later", async () => {
    await write("one");
    t.service.next()!.refuse(new Unreachable());
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.time.advance(3000);
    await settle();
    expect(t.service.next()!.params.text).toBe("one");
  });
});
