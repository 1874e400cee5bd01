/** Request targets without a method: a parameter names it (behaviour.md §1). */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startWorld, type Answer, type TestService } from "../support/service.ts";

const PHOTO_BYTES = 1000;

describe.each(["own", "node"] as const)("read by the reader %s", (http_reader) => {
  let t: TestService;
  let base: string;
  beforeAll(async () => {
    const limits = { photo: PHOTO_BYTES, document: 5000, video: 1, audio: 1, voice: 1, media_group_file: 1 };
    t = await startWorld("memory", undefined, { http_reader, limits });
    base = `/bot${t.token("guard_bot")}`;
  });
  afterAll(() => t.stop());

  const outcome = ({ status, body }: Answer) => [status, body.ok === true ? body.result : body.description];
  const post = (path: string, body: NonNullable<RequestInit["body"]>, type?: string) =>
    t.fetch(path, { method: "POST", body, ...(type === undefined ? {} : { headers: { "content-type": type } }) });
  const formOf = (params: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(params)) form.set(name, value);
    return form;
  };

  test.each(["", "/"])("by every encoding, %j at the end", async (end) => {
    const path = base + end;
    const me = outcome(await t.fetch(`${base}/getMe`));
    expect(me[0]).toBe(200);
    expect(outcome(await t.fetch(`${path}?method=getMe`))).toEqual(me);
    expect(outcome(await t.fetch(`${path}?method=GETME`))).toEqual(me);
    expect(outcome(await post(path, '{"method":"getMe"}', "application/json"))).toEqual(me);
    expect(outcome(await post(path, new URLSearchParams({ method: "getMe" })))).toEqual(me);
    expect(outcome(await post(path, formOf({ method: "getMe" })))).toEqual(me);
  });

  test("with the method's own parameters, from query and body", async () => {
    const sent = async (path: string, body: NonNullable<RequestInit["body"]>) => (await post(path, body)).body.result;
    const chat_id = String(t.id("Team"));
    expect(await sent(base, new URLSearchParams({ method: "sendMessage", chat_id, text: "a" }))).toMatchObject({
      text: "a",
    });
    expect(
      await sent(
        `${base}/?method=sendMessage&text=query`,
        new URLSearchParams({ method: "getMe", chat_id, text: "b" }),
      ),
    ).toMatchObject({ text: "query" });
    expect(
      await sent(`${base}/`, formOf({ file: new Blob(["x"]), method: "sendMessage", chat_id, text: "c" })),
    ).toMatchObject({ text: "c" });
    const document = new File(["bytes"], "a.txt");
    expect(await sent(base, formOf({ document, method: "sendDocument", chat_id }))).toMatchObject({
      document: { file_name: "a.txt" },
    });
  });

  test("a method in the path takes precedence over the parameter", async () => {
    const answer = await post(`${base}/getMe?method=sendMessage`, '{"method":"leaveChat"}', "application/json");
    expect(answer.body.result.username).toBe("guard_bot");
    expect(outcome(await t.fetch(`${base}/getNothing?method=getMe`))).toEqual([404, "Not Found: method not found"]);
  });

  test("the colon of a token may be percent-encoded", async () => {
    for (const colon of ["%3A", "%3a"]) {
      const answer = await t.fetch(`${base.replace(":", colon)}/getMe`);
      expect(answer.body.result.username).toBe("guard_bot");
    }
    expect(outcome(await t.fetch("/bot1%3Awrong/getMe"))).toEqual([401, "Unauthorized"]);
  });

  test("the checks before a method's own apply as well", async () => {
    const notFound = [404, "Not Found: method not found"];
    expect(outcome(await t.fetch(base))).toEqual(notFound);
    expect(outcome(await t.fetch(`${base}/?method=`))).toEqual(notFound);
    expect(outcome(await t.fetch(`${base}?method=getNothing`))).toEqual(notFound);
    expect(outcome(await post(base, '{"method":["getMe"]}', "application/json"))).toEqual(notFound);
    expect(outcome(await post(base, "{", "application/json"))[0]).toBe(400);
    expect(outcome(await t.fetch(`${base}?method=%ff`))[0]).toBe(400);
    expect(outcome(await t.fetch("/bot1:wrong?method=getMe"))).toEqual([401, "Unauthorized"]);
    expect(outcome(await post("/bot1:wrong", "{", "application/json"))).toEqual([401, "Unauthorized"]);
    const put = await t.fetch(`${base}?method=getMe`, { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, POST"]);
    const get = await t.fetch(`${base}?method=sendPhoto`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("files are subject to the method's limits, and none stays behind", async () => {
    const big = new Blob([Buffer.alloc(PHOTO_BYTES + 1)]);
    const chat_id = String(t.id("Team"));
    const tooBig = [413, "Request Entity Too Large: file is too big"];
    expect(outcome(await post(base, formOf({ photo: big, method: "sendPhoto", chat_id })))).toEqual(tooBig);
    expect(outcome(await post(base, formOf({ thumbnail: big, method: "sendVideo", chat_id })))).toEqual(tooBig);
    expect(outcome(await post(base, formOf({ photo: big, method: "getNothing" })))[0]).toBe(404);
    expect(outcome(await post(base, formOf({ photo: big })))[0]).toBe(404);
    const put = await t.fetch(base, { method: "PUT", body: formOf({ photo: big, method: "sendPhoto" }) });
    expect(put.status).toBe(405);
    expect(readdirSync(join(t.dir, "media", "tmp"))).toEqual([]);
  });
});
