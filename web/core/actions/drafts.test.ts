/** Saving drafts on the server. */
import { beforeEach, describe, expect, test } from "vitest";
import { inside, row, settle, type Inside } from "../../../tests/support/web-client.ts";
import { ApiError, NetworkError } from "../api/errors.ts";
import { topicPlace } from "../model/chats/place.ts";
import { forgetDrafts } from "../store/drafts.ts";
import { setChatSettings } from "../store/chats.ts";
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

  test("is saved after a pause in typing", async () => {
    await write("Half a thought");
    expect(t.service.next()!.params).toMatchObject({ chat_id: CHAT, text: "Half a thought" });
  });

  test("is saved after the previous save has finished", async () => {
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
    expect(t.store.getState().unsaved_drafts.has(CHAT)).toBe(false);
  });

  test("of a topic is saved for the topic, also one that an earlier version kept in the browser alone", async () => {
    const place = topicPlace(CHAT, 12);
    const stored = new Map<string, unknown>([["drafts", { drafts: { [place]: { text: "old" } }, unsaved: [] }]]);
    t = inside(stored);
    drafts = draftActions(t, () => rereads++);
    drafts.restoreDrafts();
    drafts.saveUnsavedDrafts();
    t.time.advance(0);
    await settle();
    const first = t.service.next()!;
    expect(first.params).toMatchObject({ chat_id: CHAT, message_thread_id: 12, text: "old", base_version: 0 });
    first.answer({ seq: 1, version: 2 });
    await settle();
    drafts.changeDraft(place, () => ({ text: "old and new" }));
    t.time.advance(1000);
    await settle();
    expect(t.service.next()!.params).toMatchObject({ message_thread_id: 12, text: "old and new", base_version: 2 });
    expect(t.store.getState().unsaved_drafts).toEqual(new Set([place]));
    // What is gone with its topic is not saved, nor kept.
    t.store.setState(forgetDrafts([place]));
    expect(t.store.getState()).toMatchObject({ drafts: {}, draft_versions: {}, unsaved_drafts: new Set() });
  });

  test("whose save failed while connected is saved again a little later", async () => {
    await write("one");
    t.service.next()!.refuse(new NetworkError());
    await settle();
    expect(t.service.next()).toBeUndefined();
    t.time.advance(3000);
    await settle();
    expect(t.service.next()!.params.text).toBe("one");
  });

  test("that the server rejects is kept here, whatever the list contains", async () => {
    await write("one");
    t.service.next()!.refuse(new ApiError(404, "message to be replied not found", {}));
    await settle();
    t.store.setState(setChatSettings(CHAT, row(CHAT).settings, 9));
    expect(t.store.getState().drafts[CHAT]?.text).toBe("one");
    expect(t.service.asked).toEqual([]);
    await write("one and two");
    t.service.next()!.answer({ seq: 10 });
    await settle();
    expect(t.store.getState().unsaved_drafts.has(CHAT)).toBe(false);
  });

  describe("that another screen changes at about the time of a save", () => {
    const held = () => t.store.getState().drafts[CHAT]?.text;
    const hear = (seq: number, text: string) =>
      t.store.setState(setChatSettings(CHAT, { ...row(CHAT).settings, draft: { text, date: 1, version: seq } }, seq));
    const saved = async (seq: number) => {
      t.service.next()!.answer({ seq });
      await settle();
    };

    test("is loaded if it was changed after the save and received before its response", async () => {
      await write("here");
      hear(8, "here");
      hear(9, "there");
      expect(held()).toBe("here");
      await saved(7);
      expect([held(), rereads]).toEqual(["here", 1]);
    });

    test("stays if it was changed before the save, whenever that is received", async () => {
      await write("here");
      hear(6, "there");
      await saved(7);
      hear(7, "there, too");
      expect([held(), rereads]).toEqual(["here", 0]);
      hear(8, "here");
      hear(9, "after that");
      expect(held()).toBe("after that");
    });

    test("stays if it was edited here meanwhile", async () => {
      await write("here");
      hear(9, "there");
      await write("here and now");
      await saved(7);
      await saved(9);
      expect([held(), rereads]).toEqual(["here and now", 0]);
    });

    test("is not loaded if the event of its own save is received first", async () => {
      await write("here");
      hear(8, "here");
      await saved(7);
      await write("  ");
      t.store.setState(setChatSettings(CHAT, row(CHAT).settings, 9));
      await saved(8);
      expect(rereads).toBe(0);
    });
  });
});
