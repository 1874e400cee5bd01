/** Browser sessions: the cookie, the requests for which it counts, and what it gives access to. */
import { WebSocket } from "ws";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Answer, type TestService } from "../support/service.ts";

const PASSWORD = "correct horse";
const OWN = { "sec-fetch-site": "same-origin" };

function cookieOf(answer: Answer): string {
  return answer.headers.get("set-cookie")!.split(";")[0]!;
}

async function signIn(t: TestService, headers: Record<string, string>): Promise<Answer> {
  return t.post("/api/signIn", { username: "alice", password: PASSWORD }, headers);
}

/** The status of a refused web socket, or 101. */
function upgrade(t: TestService, headers: Record<string, string>): Promise<number> {
  const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, { headers });
  return new Promise((done) => {
    socket.once("unexpected-response", (_req, res) => done(res.statusCode!));
    socket.once("open", () => {
      socket.close();
      done(101);
    });
  });
}

describe.each(engineIndependent())("browsers' sessions on %s", (engine) => {
  let t: TestService;
  let cookie: string;
  beforeAll(async () => {
    t = await startWorld(engine);
    await t.as("alice", "changePassword", { new_password: PASSWORD });
    cookie = cookieOf(await signIn(t, OWN));
  });
  afterAll(() => t.stop());

  test("sign-in stores the session in an HttpOnly cookie", async () => {
    const answer = await signIn(t, OWN);
    expect(answer.body.result).toEqual({ user: expect.objectContaining({ username: "alice" }) });
    const attributes = answer.headers.get("set-cookie")!.split("; ").slice(1);
    expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax"]);
    expect(cookie).toMatch(new RegExp(`^heliogram-${new URL(t.url).port}=`));
  });

  test("sign-up does the same", async () => {
    const { code } = await t.as("alice", "createInvitation");
    const form = { invitation: code, first_name: "Eve", username: "eve", password: PASSWORD };
    const answer = await t.post("/api/signUp", form, OWN);
    expect(Object.keys(answer.body.result)).toEqual(["user"]);
    const me = await t.post("/api/getProfile", {}, { ...OWN, cookie: cookieOf(answer) });
    expect(me.body.result.user.username).toBe("eve");
  });

  test("another site's page cannot make its visitors sign up or in", async () => {
    await t.as("alice", "setSignUp", { open: true });
    const form = { first_name: "Visitor", username: "visitor", password: PASSWORD };
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "sec-fetch-site": site };
      expect((await t.post("/api/signUp", form, headers)).status).toBe(403);
      expect((await signIn(t, headers)).status).toBe(403);
    }
    expect((await t.post("/api/signUp", form, OWN)).status).toBe(200);
    await t.as("alice", "setSignUp", { open: false });
  });

  test("programs get a token and no cookie", async () => {
    const answer = await signIn(t, {});
    expect(answer.body.result.access_token).toMatch(/^[\w-]{43}$/);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  test("another site cannot set a session", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }, { origin: "null" }])
      expect((await signIn(t, headers as Record<string, string>)).headers.get("set-cookie")).toBeNull();
  });

  test.each([
    ["says it is the page's own", OWN, 200],
    ["says it is the person's own", { "sec-fetch-site": "none" }, 403],
    ["comes from another site", { "sec-fetch-site": "cross-site" }, 403],
    ["comes from a neighbour", { "sec-fetch-site": "same-site" }, 403],
    ["comes from another origin", { origin: "https://evil.example" }, 403],
    ["comes from nowhere", { origin: "null" }, 403],
    ["does not say", {}, 403],
  ])("a request with the cookie that %s", async (_says, headers, status) => {
    expect((await t.post("/api/listChats", {}, { cookie, ...headers } as Record<string, string>)).status).toBe(status);
    const expected = status === 200 ? 101 : 403;
    expect(await upgrade(t, { cookie, ...headers } as Record<string, string>)).toBe(expected);
  });

  test("older browsers send the Origin header only", async () => {
    expect((await t.post("/api/listChats", {}, { cookie, origin: t.url })).status).toBe(200);
    const neighbour = t.url.replace(/\d+$/, "1");
    expect((await t.post("/api/listChats", {}, { cookie, origin: neighbour })).status).toBe(403);
  });

  test("a token in the header takes precedence over the cookie", async () => {
    const headers = { cookie, authorization: `Bearer ${t.accessToken("bob")}` };
    expect((await t.post("/api/getProfile", {}, headers)).body.result.user.username).toBe("bob");
  });

  test("sign-out ends the session and removes the cookie", async () => {
    const own = { ...OWN, cookie: cookieOf(await signIn(t, OWN)) };
    const answer = await t.post("/api/signOut", {}, own);
    expect(answer.body.result).toBe(true);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=0");
    const after = await t.post("/api/listChats", {}, own);
    expect(after.status).toBe(401);
    expect(after.headers.get("set-cookie")).toContain("Max-Age=0");
    expect((await t.post("/api/listChats", {}, { ...OWN, cookie })).status).toBe(200);
  });
});

test("over https the cookie is bound to its host", async () => {
  const t = await startWorld("memory", undefined, { public_url: "https://chat.example" });
  await t.as("alice", "changePassword", { new_password: PASSWORD });
  const answer = await signIn(t, { origin: "https://chat.example" });
  const [pair, ...attributes] = answer.headers.get("set-cookie")!.split("; ");
  expect(pair).toMatch(/^__Host-heliogram=[\w-]+$/);
  expect(attributes.toSorted()).toEqual(["HttpOnly", "Max-Age=86400", "Path=/", "SameSite=Lax", "Secure"]);
  const headers = { cookie: pair!, origin: "https://chat.example" };
  expect((await t.post("/api/listChats", {}, headers)).status).toBe(200);
  expect((await t.post("/api/listChats", {}, { ...headers, origin: "http://chat.example" })).status).toBe(403);
  await t.stop();
});

describe.each([
  ["with a public address", "http://chat.example", 403],
  ["without one, where any name may be the service's", undefined, 200],
])("%s", (_, public_url, status) => {
  let t: TestService;
  beforeAll(async () => {
    t = await startWorld("memory", undefined, { public_url });
    await t.as("alice", "changePassword", { new_password: PASSWORD });
    await t.as("alice", "setSignUp", { open: true });
  });
  afterAll(() => t.stop());

  const page = (host: string) => ({ host, origin: `http://${host}` });
  // Over plain http, a browser sends nothing else about a page whose name is not local.
  const REBOUND = page("evil.example:8080");

  test("a page under a name that was pointed to this machine cannot sign up or in", async () => {
    const form = { first_name: "Visitor", username: "visitor", password: PASSWORD };
    for (const call of [() => signIn(t, REBOUND), () => t.post("/api/signUp", form, REBOUND)]) {
      const answer = await call();
      expect(answer.status).toBe(status);
      expect(answer.headers.has("set-cookie")).toBe(status === 200);
      expect(status !== 403 || answer.body.description.includes("another address than the service")).toBe(true);
    }
  });

  test("nor use a cookie that it has", async () => {
    const cookie = cookieOf(await signIn(t, page("127.0.0.1:8080")));
    expect((await t.post("/api/listChats", {}, { ...REBOUND, cookie })).status).toBe(status);
    expect((await t.post("/api/listChats", {}, { ...page("127.0.0.1:8080"), cookie })).status).toBe(200);
  });

  test("pages at the public address, at local names and at addresses of the machine can", async () => {
    const hosts = ["localhost:8080", "127.0.0.1:8080", "192.168.1.7:8080", "[fd00::7]:8080", "a.localhost:8080"];
    for (const host of hosts) expect((await signIn(t, page(host))).status, host).toBe(200);
    // A proxy that does not pass on the name.
    expect((await signIn(t, { host: "upstream:8080", origin: "http://chat.example" })).status).toBe(200);
    expect((await signIn(t, { host: "any.example" })).status).toBe(200);
  });
});
