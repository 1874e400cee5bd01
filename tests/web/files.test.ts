/** Files in the user API: read with the cookie, in ranges, and never run as a page. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engineIndependent, startWorld, type Json, type TestService } from "../support/service.ts";

const PAGE = "<!doctype html><script>alert(1)</script>";

async function send(t: TestService, name: string, type: string): Promise<Json> {
  const form = new FormData();
  form.set("chat_id", String(t.id("Team")));
  form.set("document", new Blob([PAGE], { type }), name);
  const { body } = await t.post("/api/sendDocument", form, { authorization: `Bearer ${t.accessToken("alice")}` });
  return body.result.document;
}

describe.each(engineIndependent())("people's files on %s", (engine) => {
  let t: TestService;
  let cookie: string;
  let address: string;
  beforeAll(async () => {
    t = await startWorld(engine);
    await t.as("alice", "changePassword", { new_password: "correct horse" });
    const form = { username: "alice", password: "correct horse" };
    const answer = await t.post("/api/signIn", form, { "sec-fetch-site": "same-origin" });
    cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
    address = `/api/file/document/${(await send(t, "Besuch “äöü”.html", "text/html")).file_id}`;
  });
  afterAll(() => t.stop());

  test("the cookie gives access to the person's own files alone", async () => {
    expect((await t.fetch(address, { headers: { cookie, "sec-fetch-site": "same-origin" } })).body).toBe(PAGE);
    expect((await t.fetch(address, { headers: { cookie } })).status).toBe(200);
    expect((await t.fetch(address)).status).toBe(401);
    expect((await t.fetch(address, { headers: { cookie, "sec-fetch-site": "cross-site" } })).status).toBe(403);
    const bob = { authorization: `Bearer ${t.accessToken("bob")}` };
    expect((await t.fetch(address, { headers: bob })).status).toBe(404);
  });

  test("ranges", async () => {
    const answer = await t.fetch(address, { headers: { cookie, range: "bytes=2-8" } });
    expect([answer.status, answer.body]).toEqual([206, PAGE.slice(2, 9)]);
    expect(answer.headers.get("content-range")).toBe(`bytes 2-8/${PAGE.length}`);
  });

  test("uploaded content never runs as a page", async () => {
    const { headers } = await t.fetch(address, { headers: { cookie } });
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("content-disposition")).toBe(
      "attachment; filename*=UTF-8''Besuch%20%E2%80%9C%C3%A4%C3%B6%C3%BC%E2%80%9D.html",
    );
  });
});
