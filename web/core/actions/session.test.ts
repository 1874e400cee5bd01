/** Loading the session. */
import { describe, expect, test } from "vitest";
import { inside, ME, settle } from "../../../tests/support/web-client.ts";
import { NetworkError } from "../api/errors.ts";
import { sessionActions } from "./session.ts";

describe("the session", () => {
  const begin = () => {
    const t = inside();
    t.store.setState({ session: "unknown", me: undefined });
    return { t, session: sessionActions(t) };
  };

  test("is loaded once at the start for concurrent callers", async () => {
    const { t, session } = begin();
    const both = Promise.all([session.loadSession(), session.loadSession()]);
    t.service.next()!.answer({ user: ME });
    await both;
    expect([t.service.next(), t.store.getState().session]).toEqual([undefined, "open"]);
  });

  test("is loaded again if the server was unreachable", async () => {
    const { t, session } = begin();
    const asked = session.loadSession();
    t.service.next()!.refuse(new NetworkError("away"));
    await expect(asked).rejects.toThrow("away");
    void session.loadSession();
    await settle();
    expect(t.service.next()!.method).toBe("getProfile");
  });

  test("is loaded again after every change of the profile", () => {
    const { t, session } = begin();
    t.store.setState({ session: "open", me: { user: ME, is_owner: false } });
    void session.loadSession();
    void session.loadSession();
    expect([t.service.next()!.method, t.service.next()!.method]).toEqual(["getProfile", "getProfile"]);
  });
});
