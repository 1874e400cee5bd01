/** What the service is told of drafts. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, row, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Unreachable } from "../api/failure.ts";
import { takeSettings } from "../store/chats.ts";
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

  describe("that another screen changes before this one's save is answered", () => {
    const held = () => t.store.getState().drafts[CHAT]?.text;
    /** What an event says that the service has now. */
    const hear = (text: string) =>
      t.store.setState(takeSettings(CHAT, { ...row(CHAT).settings, draft: { text, date: 1 } }));

    test("is taken over, if it was changed after that save", async () => {
      await write("here");
      hear("here");
      hear("there");
      expect(held()).toBe("here");
      t.service.next()!.answer(true);
      await settle();
      expect(held()).toBe("there");
      expect(t.store.getState().unsaved.has(CHAT)).toBe(false);
    });

    test("stays, if it was changed before that save", async () => {
      await write("here");
      hear("there");
      t.service.next()!.answer(true);
      await settle();
      expect(held()).toBe("here");
      hear("here");
      expect(held()).toBe("here");
    });

    test("stays, if more was written here meanwhile", async () => {
      await write("here");
      const first = t.service.next()!;
      hear("here");
      hear("there");
      await write("here and now");
      first.answer(true);
      await settle();
      expect(held()).toBe("here and now");
      t.service.next()!.answer(true);
      await settle();
      expect(held()).toBe("here and now");
    });
  });
});
