/** What is kept of the chats, by whom it can be seen, and when it goes. */
import { describe, expect, test } from "vitest";
import { BOB, inside, ME, said, settle } from "../../tests/kit/web-client.ts";
import { Refusal } from "../api/failure.ts";
import { setHistory } from "../store/histories.ts";
import { NOTHING } from "../store/state.ts";
import { keptChatActions } from "./kept-chats.ts";
import { sessionActions } from "./session.ts";

const HELD = { messages: [said(1, BOB)], reachesStart: true, reachesEnd: true };

async function kept() {
  const t = inside();
  const actions = keptChatActions(t);
  const end = actions.begin();
  t.store.setState(setHistory(2, HELD));
  t.time.advance(3000);
  await settle();
  end();
  t.store.setState(NOTHING, true);
  return { t, actions };
}

describe("chats that were kept", () => {
  test("are shown where the service has not answered, with their age, and kept no further until it has", async () => {
    const { t, actions } = await kept();
    await actions.restore();
    const { session, me, chats, histories, kept: age } = t.store.getState();
    expect([session, me?.user, Object.keys(chats!)]).toEqual(["open", ME, ["2"]]);
    expect(histories[2]).toEqual(HELD);
    expect(age).toEqual({ at_ms: 1_003_000, incomplete: [] });
    const before = t.stored.get("chats:chats");
    actions.begin();
    t.store.setState(setHistory(2, { ...HELD, messages: [] }));
    t.time.advance(3000);
    expect(t.stored.get("chats:chats")).toBe(before);
  });

  test("are not shown once the service has answered", async () => {
    const { t, actions } = await kept();
    const restoring = actions.restore();
    t.store.setState({ session: "none" });
    await restoring;
    expect(t.store.getState()).toMatchObject({ session: "none", chats: undefined });
  });

  test("go with the session, whether the person ends it or the service", async () => {
    for (const leave of ["signs out", "is signed out"]) {
      const { t, actions } = await kept();
      await actions.restore();
      const session = sessionActions(t);
      if (leave === "signs out") {
        const out = session.signOut();
        t.service.next()!.answer(true);
        await out;
      } else {
        const found = session.findMe();
        t.service.next()!.refuse(new Refusal(401, "Unauthorized", {}));
        await found;
      }
      await settle();
      expect([t.store.getState().session, t.stored.has("chats:chats")]).toEqual(["none", false]);
    }
  });

  test("go when somebody else is signed in, who sees nothing of them", async () => {
    const { t, actions } = await kept();
    await actions.restore();
    const found = sessionActions(t).findMe();
    t.service.next()!.answer({ user: BOB });
    await settle();
    t.time.advance(0);
    await found;
    expect(t.store.getState()).toMatchObject({ session: "open", me: { user: BOB }, chats: undefined, histories: {} });
    expect(t.stored.has("chats:chats")).toBe(false);
  });
});
