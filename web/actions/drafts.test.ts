/** What the service is told of drafts. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, row, settle, type Inside } from "../../tests/kit/web-client.ts";
import { Refusal, Unreachable } from "../api/failure.ts";
import { takeSettings } from "../store/chats.ts";
import { draftActions, type DraftActions } from "./drafts.ts";

const CHAT = 2;

describe("a draft", () => {
  let t: Inside;
  let drafts: DraftActions;
  let rereads: number;
  beforeEach(() => {
    t = inside();
    rereads = 0;
    drafts = draftActions(t, () => rereads++);
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
    first.answer({ seq: 1 });
    await settle();
    const second = t.service.next()!;
    expect(second.params.text).toBe("");
    second.answer({ seq: 2 });
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

  test("that the service refuses is kept here, whatever the list says", async () => {
    await write("one");
    t.service.next()!.refuse(new Refusal(404, "message to be replied not found", {}));
    await settle();
    t.store.setState(takeSettings(CHAT, row(CHAT).settings, 9));
    expect(t.store.getState().drafts[CHAT]?.text).toBe("one");
    expect(t.service.asked).toEqual([]);
    await write("one and two");
    t.service.next()!.answer({ seq: 10 });
    await settle();
    expect(t.store.getState().unsaved.has(CHAT)).toBe(false);
  });

  describe("that another screen changes about the time when this one's is saved", () => {
    const held = () => t.store.getState().drafts[CHAT]?.text;
    const hear = (seq: number, text: string) =>
      t.store.setState(takeSettings(CHAT, { ...row(CHAT).settings, draft: { text, date: 1 } }, seq));
    const saved = async (seq: number) => {
      t.service.next()!.answer({ seq });
      await settle();
    };

    test("is asked for, if it was changed after that save and told before its answer", async () => {
      await write("here");
      hear(8, "here");
      hear(9, "there");
      expect(held()).toBe("here");
      await saved(7);
      expect([held(), rereads]).toEqual(["here", 1]);
    });

    test("stays, if it was changed before that save, whenever that is told", async () => {
      await write("here");
      hear(6, "there");
      await saved(7);
      hear(7, "there, too");
      expect([held(), rereads]).toEqual(["here", 0]);
      hear(8, "here");
      hear(9, "after that");
      expect(held()).toBe("after that");
    });

    test("stays, if more was written here meanwhile", async () => {
      await write("here");
      hear(9, "there");
      await write("here and now");
      await saved(7);
      await saved(9);
      expect([held(), rereads]).toEqual(["here and now", 0]);
    });

    test("is not asked for, where its own news are told first", async () => {
      await write("here");
      hear(8, "here");
      await saved(7);
      await write("  ");
      t.store.setState(takeSettings(CHAT, row(CHAT).settings, 9));
      await saved(8);
      expect(rereads).toBe(0);
    });
  });
});
