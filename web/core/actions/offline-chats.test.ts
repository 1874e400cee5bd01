/** The offline snapshot: when it is saved, shown and removed. */
import { describe, expect, test } from "vitest";
import { BOB, inside, ME, row, said, settle } from "../../../tests/support/web-client.ts";
import { ApiError } from "../api/errors.ts";
import { setHistory } from "../store/histories.ts";
import { INITIAL_STATE } from "../store/state.ts";
import { offlineChatActions } from "./offline-chats.ts";
import { sessionActions } from "./session.ts";

const HELD = { messages: [said(1, BOB)], reachesStart: true, reachesEnd: true };

async function kept() {
  const t = inside();
  const actions = offlineChatActions(t);
  const end = actions.startSaving();
  t.store.setState(setHistory(2, HELD));
  t.time.advance(3000);
  await settle();
  end();
  t.store.setState(INITIAL_STATE, true);
  return { t, actions };
}

describe("a snapshot of the chats", () => {
  test("is shown with its age if the server has not responded, and not saved again until it has", async () => {
    const { t, actions } = await kept();
    await actions.restore();
    const { session, me, chats, histories, offline_snapshot: age } = t.store.getState();
    expect([session, me?.user, Object.keys(chats!)]).toEqual(["open", ME, ["2"]]);
    expect(histories[2]).toEqual(HELD);
    expect(age).toEqual({ at_ms: 1_003_000, incomplete: [] });
    const before = t.stored.get("chats:chats");
    actions.startSaving();
    t.store.setState(setHistory(2, { ...HELD, messages: [] }));
    t.time.advance(3000);
    expect(t.stored.get("chats:chats")).toBe(before);
  });

  test("is not shown after the server has responded", async () => {
    const { t, actions } = await kept();
    const restoring = actions.restore();
    t.store.setState({ session: "none" });
    await restoring;
    expect(t.store.getState()).toMatchObject({ session: "none", chats: undefined });
  });

  test("is removed with the session, whether the person or the server ends it", async () => {
    for (const leave of ["signs out", "is signed out"]) {
      const { t, actions } = await kept();
      await actions.restore();
      const session = sessionActions(t);
      if (leave === "signs out") {
        const out = session.signOut();
        t.service.next()!.answer({});
        await settle();
        t.service.next()!.answer(true);
        await out;
      } else {
        const found = session.loadSession();
        t.service.next()!.refuse(new ApiError(401, "Unauthorized", {}));
        await found;
      }
      await settle();
      expect([t.store.getState().session, t.stored.has("chats:chats")]).toEqual(["none", false]);
    }
  });

  test("is removed if another user is signed in, who sees nothing of it", async () => {
    const { t, actions } = await kept();
    await actions.restore();
    const found = sessionActions(t).loadSession();
    t.service.next()!.answer({ user: BOB });
    await settle();
    t.time.advance(0);
    await found;
    expect(t.store.getState()).toMatchObject({ session: "open", me: { user: BOB }, chats: undefined, histories: {} });
    expect(t.stored.has("chats:chats")).toBe(false);
  });

  test("still has a chat that was opened on an earlier visit, until the session ends", async () => {
    const { t, actions } = await kept();
    const savedChats = () =>
      Object.keys((t.stored.get("chats:chats") as { histories: Record<string, unknown> }).histories);
    const stop = actions.startSaving();
    await settle();
    const visit = { session: "open", me: { user: ME, is_owner: false }, list_complete: true } as const;
    t.store.setState({ ...visit, chats: { 2: row(2), 3: row(3) } });
    t.store.setState(setHistory(3, HELD));
    t.time.advance(3000);
    expect(savedChats()).toEqual(["2", "3"]);
    t.store.setState({ ...INITIAL_STATE, session: "none" });
    t.store.setState({ ...visit, chats: { 2: row(2) } });
    t.time.advance(3000);
    expect(savedChats()).toEqual([]);
    stop();
  });
});
