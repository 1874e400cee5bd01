/** Finding out who is signed in. */
import { describe, expect, test } from "vitest";
import { inside, ME, settle } from "../../tests/kit/web-client.ts";
import { Unreachable } from "../api/failure.ts";
import { sessionActions } from "./session.ts";

describe("who is signed in", () => {
  const begin = () => {
    const t = inside();
    t.store.setState({ session: "unknown", me: undefined });
    return { t, session: sessionActions(t) };
  };

  test("is asked once at the beginning, however many want to know", async () => {
    const { t, session } = begin();
    const both = Promise.all([session.findMe(), session.findMe()]);
    t.service.next()!.answer({ user: ME });
    await both;
    expect([t.service.next(), t.store.getState().session]).toEqual([undefined, "open"]);
  });

  test("is asked again if the service was away", async () => {
    const { t, session } = begin();
    const asked = session.findMe();
    t.service.next()!.refuse(new Unreachable("away"));
    await expect(asked).rejects.toThrow("away");
    void session.findMe();
    await settle();
    expect(t.service.next()!.method).toBe("getProfile");
  });

  test("is asked anew for every change of the profile", () => {
    const { t, session } = begin();
    t.store.setState({ session: "open", me: { user: ME, is_owner: false } });
    void session.findMe();
    void session.findMe();
    expect([t.service.next()!.method, t.service.next()!.method]).toEqual(["getProfile", "getProfile"]);
  });
});
